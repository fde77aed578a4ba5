export const selfTest = {
  'self-test.title': 'Autotest',
  'self-test.run': 'Lancer l’autotest',
  'self-test.running': 'En cours, {done} sur {total} terminés',
  'self-test.never': 'Pas encore lancé',
  'self-test.all-passed': 'Tout ce qui a été testé fonctionne',
  'self-test.failed.one': '{count} élément ne fonctionne pas',
  'self-test.failed.other': '{count} éléments ne fonctionnent pas',
  'self-test.sentence':
    'Teste en même temps tout ce qui est configuré. Aucun appel ne sort de Parley. Vous recevez un courriel si un serveur de messagerie est configuré. Les fournisseurs peuvent facturer quelques mots de transcription et d’analyse.',
  'self-test.name-trunk': 'Ligne « {name} »',
  'self-test.name-no-trunk': 'Ligne',
  'self-test.name-keypad': 'Chiffres du clavier, aller et retour',
  'self-test.name-mail': 'Courriel',
  'self-test.name-storage': 'Stockage des enregistrements',
  'self-test.name-transcription': 'Transcription',
  'self-test.name-analysis': 'Analyse',
  'self-test.running-trunk': 'Connexion à la ligne…',
  'self-test.running-keypad': 'Appel en cours, envoi de chiffres dans les deux sens…',
  'self-test.running-mail': 'Envoi d’un courriel à votre adresse…',
  'self-test.running-storage': 'Stockage et lecture d’un fichier…',
  'self-test.running-transcription': 'Envoi d’une annonce…',
  'self-test.running-analysis': 'Demande d’un court résumé au modèle…',
  'self-test.passed-keypad': '{sent} envoyé, {received} reçu, dans l’ordre inverse comme prévu.',
  'self-test.passed-mail': 'Le serveur a accepté un courriel pour {address}.',
  'self-test.passed-mail-deleted': 'Le serveur a accepté un courriel.',
  'self-test.passed-storage': 'Un fichier a été stocké, lu et supprimé.',
  'self-test.missing-trunk': 'Non configurée. Les appels restent dans Parley.',
  'self-test.missing-keypad': 'Nécessite une ligne avec un numéro.',
  'self-test.missing-mail':
    'Non configuré. Les courriels passent par le serveur de messagerie de cette installation.',
  'self-test.missing-transcription': 'Non configurée. Les enregistrements ne sont pas transcrits.',
  'self-test.missing-analysis': 'Non configurée. Les transcriptions ne sont pas analysées.',
  'self-test.missing-storage': 'Non configuré.',
  'self-test.not-tested': 'Configuré, pas encore testé.',
  'self-test.outdated': 'Les paramètres ont changé depuis. Testez de nouveau.',
  'self-test.tested': 'Testé par {name}, {when}',
  'self-test.tested-at': 'Testé {when}',
  'self-test.test-named': 'Tester : {name}',
  'self-test.set-up': 'Configurer',
  'self-test.set-up-named': 'Configurer : {name}',
  'self-test.open-trunks': 'Ouvrir les lignes',
  'self-test.open-mail': 'Ouvrir les courriels',
  'self-test.open-providers': 'Ouvrir l’analyse des appels',
  'self-test.open-limits': 'Ouvrir les limites',
  'self-test.open-costs': 'Ouvrir les coûts',
  'self-test.keypad-not-connected':
    'L’appel de test a été refusé ou n’a pas abouti. Vérifiez le numéro auprès de votre fournisseur.',
  'self-test.keypad-trunk-unavailable': 'La ligne n’est pas disponible. Testez d’abord la ligne.',
  'self-test.keypad-not-returned':
    'L’appel de test n’est pas arrivé à Parley. Demandez à votre fournisseur s’il achemine ici les appels vers ce numéro, avec l’identifiant de la ligne.',
  'self-test.keypad-lost-on-the-way-there':
    'Les appels fonctionnent, mais les chiffres envoyés par Parley n’arrivent pas. Demandez à votre fournisseur d’activer RFC 4733 (telephone events).',
  'self-test.keypad-lost-on-the-way-back':
    'Les appels fonctionnent, mais les chiffres de l’autre partie n’arrivent pas dans les appels sortants. Demandez à votre fournisseur d’activer RFC 4733 (telephone events).',
  'self-test.storage-disk-full':
    'Le disque de ce serveur est presque plein, donc rien n’est enregistré. Demandez à son exploitant de libérer de l’espace.',
  'self-test.storage-quota-full':
    'Les enregistrements de votre espace de travail ont atteint leur quota. Supprimez-en, ou demandez plus d’espace à l’exploitant de ce serveur.',
  'self-test.storage-read-only':
    'Il est impossible d’écrire dans le répertoire des enregistrements. Demandez à l’exploitant de ce serveur de vérifier les droits d’accès.',
  'self-test.storage-rejected':
    'Le stockage des enregistrements refuse les fichiers. Demandez à l’exploitant de ce serveur de vérifier ses paramètres.',
  'self-test.storage-unavailable':
    'Le stockage des enregistrements n’est pas disponible. Demandez à l’exploitant de ce serveur de le vérifier.',
  'self-test.storage-changed':
    'Un fichier stocké est revenu modifié. Demandez à l’exploitant de ce serveur de vérifier son disque.',
  'self-test.problem-timed-out':
    'Le test a duré trop longtemps et a été arrêté. Testez de nouveau, et vérifiez si l’autre côté répond.',
  'self-test.problem-interrupted':
    'Le test a été interrompu par un redémarrage du serveur. Testez de nouveau.',
  'self-test.problem-unknown':
    'Le test a échoué pour une raison inconnue. Testez de nouveau, ou demandez son journal à l’exploitant de ce serveur.',
  'self-test.call-trunk': 'Appeler par une ligne…',
  'self-test.call-title': 'Faire un appel de test par une ligne?',
  'self-test.call-sentence':
    'Parley appelle par votre fournisseur un numéro de votre espace de travail, répond à l’appel et envoie des chiffres dans les deux sens. Aucun téléphone ne sonne. L’appel dure au plus {seconds} secondes.',
  'self-test.call-number': 'Numéro à appeler',
  'self-test.call-route': 'Depuis {from}, par {trunk}.',
  'self-test.call-price': 'Prix : {price}.',
  'self-test.call-price-unknown':
    'Votre grille tarifaire n’a pas de prix pour ce numéro. Votre fournisseur peut facturer un appel.',
  'self-test.call-confirm': 'Lancer l’appel de test',
  'self-test.state-passed': 'Fonctionne :',
  'self-test.state-failed': 'Ne fonctionne pas :',
  'self-test.state-running': 'Test en cours :',
  'self-test.state-not-tested': 'Non testé :',
  'self-test.state-missing': 'Non configuré :',
  'error.SELF_TEST_RUNNING':
    'Un autotest est en cours dans cet espace de travail. Attendez qu’il soit terminé.',
  'error.SELF_TEST_NOTHING_TO_TEST': 'Rien n’a été testé, car ceci n’est plus configuré. Rechargez la page.',
  'error.SELF_TEST_NUMBER_NOT_YOURS':
    'Aucun appel de test : ce numéro n’appartient plus à une ligne de votre espace de travail. Rechargez la page.',
}
