import type { Messages } from '../../en-US/index.ts'

export const ledger = {
  'ledger.title': 'Annonces d’enregistrement',
  'ledger.sentence':
    'Avant que le son d’une personne soit enregistré, elle entend que l’appel est enregistré. Cette liste montre qui a entendu quelle annonce. Une entrée est supprimée avec son appel.',
  'ledger.filter': 'Afficher',
  'ledger.filter-all': 'Toutes',
  'ledger.filter-played': 'Diffusées jusqu’à la fin',
  'ledger.filter-incomplete': 'Non diffusées jusqu’à la fin',
  'ledger.from': 'Du',
  'ledger.until': 'Au',
  'ledger.entries': 'Annonces',
  'ledger.none': 'Il n’y a aucune annonce.',
  'ledger.time': 'Début',
  'ledger.participant': 'Personne',
  'ledger.outcome': 'Résultat',
  'ledger.announcement': 'Annonce',
  'ledger.call': 'Appel',
  'ledger.outcome-played': 'Diffusée jusqu’à la fin',
  'ledger.outcome-interrupted': 'Interrompue',
  'ledger.outcome-failed': 'Échouée',
  'ledger.outcome-unknown': 'Fin inconnue',
  'ledger.no-participant': 'Inconnu ou effacé',
  'ledger.of-parley': 'De Parley : {language}',
  'ledger.uploaded': 'Annonce téléversée',
  'ledger.export': 'Exporter en CSV',
  'ledger.export-file': 'annonces-d-enregistrement',
} satisfies Partial<Messages>
