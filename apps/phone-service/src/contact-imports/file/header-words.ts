import type { contactImports } from '@parley/contract/phone'
import type { z } from 'zod'

type Field = z.infer<typeof contactImports.importField>
type Label = z.infer<typeof contactImports.labelKind>

/**
 * Words of column headers in English, German, Spanish and French, without accents and in lower case. The first field
 * with a word of the header is its field, so that `Company name` is a company.
 */
export const fieldWords: readonly (readonly [Field, RegExp])[] = [
  ['email', /\b(e ?mails?|mails?|correos?|courriels?|emailadresse)\b|mail(adresse)?$/],
  [
    'phone',
    /\b(phones?|tele?phone|tel|telefon\w*|rufnummern?|mobile?|mobil\w*|handy\w*|cell\w*|celular\w*|movil|portable|fax\w*|phonenumber)\b/,
  ],
  [
    'company',
    /\b(company|companies|organi[sz]ations?|organisation|firma|firmenname|unternehmen|empresa|compania|organizacion|entreprise|societe|compagnie)\b/,
  ],
  ['first-name', /\b((first|given|fore) ?name|vorname|rufname|prenom|nombre de pila)\b/],
  ['last-name', /\b((last|family) ?name|surname|nachname|familienname|apellidos?|nom de famille)\b/],
  ['role', /\b(job ?title|title|role|position|funktion|rolle|stelle|cargo|puesto|poste|fonction|titre)\b/],
  [
    'tags',
    /\b(tags?|categor(y|ies)|groups?|group membership|kategorien?|gruppen?|schlagworte?|etiquetas?|categorias?|grupos?|etiquettes?|groupes?|labels)\b/,
  ],
  [
    'notes',
    /\b(notes?|comments?|notiz(en)?|bemerkung(en)?|kommentare?|notas?|comentarios?|observaciones|remarques?|commentaires?)\b/,
  ],
  ['name', /\b((full|display) ?name|name|names|kontakt|contact|contacto|nombre|nom)\b/],
]

/** Names of something else. */
export const otherWords = /\b(middle|additional|second|nick ?name|phonetic|prefix|suffix|user ?name|yomi)\b/

export const labelWords: readonly (readonly [Label, RegExp])[] = [
  ['fax', /fax/],
  ['mobile', /\b(mobile?|mobil\w*|cell\w*|handy\w*|movil|celular\w*|portable)\b/],
  [
    'work',
    /\b(work|business|office|geschaftlich|arbeit|buro|dienstlich|firma|trabajo|oficina|travail|bureau)\b/,
  ],
  ['home', /\b(home|private?|privat|zuhause|casa|particular|domicile|maison|personnel)\b/],
]

/** The header of the label of another column: `Phone 1 - Type`. */
export const labelOfColumn = /\b(label|type|typ|bezeichnung|tipo|etiqueta|libelle)\b/
