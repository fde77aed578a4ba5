import type { SetUpMessages } from './en-us.ts'

export const frCa: SetUpMessages = {
  title: 'Configurer Parley',
  intro:
    'Devenez le premier administrateur. Cette installation est à vous, tout comme le premier espace de travail du téléphone.',
  name: 'Nom',
  email: 'Courriel',
  workspace: 'Espace de travail',
  'workspace-proposal': 'Mon entreprise',
  'workspace-hint': 'Vos collègues voient ce nom. Vous pourrez le changer plus tard.',
  password: 'Mot de passe',
  'show-password': 'Afficher le mot de passe',
  'hide-password': 'Masquer le mot de passe',
  'password-hint': 'De 8 à 70 caractères',
  language: 'Langue',
  submit: 'Devenir administrateur',
  'no-token': 'Le lien est incomplet. Copiez le lien entier du terminal où Parley a été démarré.',
  done: 'Parley est configuré',
  'done-body': 'Continuez dans le téléphone. Votre session y est ouverte.',
  'open-phone': 'Ouvrir le téléphone',
  'open-phone-body': 'Appelez Echo depuis le clavier et entendez-vous.',
  'add-trunk': 'Ajouter une ligne',
  'add-trunk-body':
    'Elle relie votre espace de travail au réseau téléphonique. D’ici là, les appels restent dans Parley.',
  invite: 'Inviter des personnes',
  'invite-body':
    'Envoyez-leur une invitation à votre espace de travail. Quiconque l’accepte reçoit un numéro que vous pouvez appeler.',

  used: 'Parley est déjà configuré',
  'used-body':
    'Le lien du premier administrateur fonctionne une seule fois et a déjà été utilisé. Connectez-vous au téléphone ou demandez l’accès à l’administrateur.',
  expired: 'Ce lien a expiré',
  'expired-body': 'Redémarrez Parley pour en obtenir un nouveau.',

  'error.link': 'Ce lien est expiré ou a déjà servi. Redémarrez Parley pour en obtenir un nouveau.',
  'error.name': 'Saisissez votre nom.',
  'error.email': 'Saisissez une adresse courriel complète.',
  'error.workspace': 'Entrez un nom pour l’espace de travail.',
  'error.taken': 'Ce courriel est déjà utilisé. Utilisez-en un autre.',
  'error.short': 'Le mot de passe doit compter au moins 8 caractères.',
  'error.long': 'Le mot de passe peut compter au plus 70 caractères.',
  'error.common': 'Ce mot de passe est trop courant. Choisissez-en un autre.',
  'error.simple':
    'Ce mot de passe n’est qu’un caractère répété, des espaces ou votre adresse courriel. Choisissez-en un autre.',
  'error.busy': 'Trop de tentatives. Attendez quelques secondes et réessayez.',
  'error.other': 'Parley n’a pas pu être configuré. Réessayez.',
}
