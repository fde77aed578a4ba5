/** Texts of the self-test. */
export const selfTest = {
  'self-test.title': 'Self-test',
  'self-test.run': 'Run self-test',
  'self-test.running': 'Running, {done} of {total} done',
  'self-test.never': 'Not run yet',
  'self-test.all-passed': 'Everything tested works',
  'self-test.failed.one': '{count} part does not work',
  'self-test.failed.other': '{count} parts do not work',
  'self-test.sentence':
    'Tests everything that is set up, at the same time. No call leaves Parley. You get one e-mail if a mail server is set. Providers may charge for a few words of transcription and analysis.',
  'self-test.name-trunk': 'Trunk “{name}”',
  'self-test.name-no-trunk': 'Trunk',
  'self-test.name-keypad': 'Keypad digits, there and back',
  'self-test.name-mail': 'E-mail',
  'self-test.name-storage': 'Storage of recordings',
  'self-test.name-transcription': 'Transcription',
  'self-test.name-analysis': 'Analysis',
  'self-test.running-trunk': 'Contacting the trunk…',
  'self-test.running-keypad': 'Calling, and sending digits in both directions…',
  'self-test.running-mail': 'Sending you an e-mail…',
  'self-test.running-storage': 'Storing and reading a file…',
  'self-test.running-transcription': 'Sending an announcement…',
  'self-test.running-analysis': 'Asking the model for a short summary…',
  'self-test.passed-keypad': 'Sent {sent}, received {received}, in reverse order as expected.',
  'self-test.passed-mail': 'The server accepted an e-mail to {address}.',
  'self-test.passed-mail-deleted': 'The server accepted an e-mail.',
  'self-test.passed-storage': 'A file was stored, read and deleted.',
  'self-test.missing-trunk': 'Not set up. Calls stay within Parley.',
  'self-test.missing-keypad': 'Needs a trunk with a number.',
  'self-test.missing-mail': 'Not set up. E-mails are sent through the mail server of this installation.',
  'self-test.missing-transcription': 'Not set up. Recordings are not transcribed.',
  'self-test.missing-analysis': 'Not set up. Transcripts are not analysed.',
  'self-test.missing-storage': 'Not set up.',
  'self-test.not-tested': 'Set up, not tested yet.',
  'self-test.outdated': 'The settings have changed since. Test again.',
  'self-test.tested': 'Tested by {name}, {when}',
  'self-test.tested-at': 'Tested {when}',
  'self-test.test-named': 'Test: {name}',
  'self-test.set-up': 'Set up',
  'self-test.set-up-named': 'Set up: {name}',
  'self-test.open-trunks': 'Open trunks',
  'self-test.open-mail': 'Open e-mail',
  'self-test.open-providers': 'Open call analysis',
  'self-test.open-limits': 'Open limits',
  'self-test.open-costs': 'Open costs',
  'self-test.keypad-not-connected':
    'The test call was rejected or did not connect. Check the number at your provider.',
  'self-test.keypad-trunk-unavailable': 'The trunk is not available. Test the trunk first.',
  'self-test.keypad-not-returned':
    'The test call did not come in to Parley. Ask your provider whether it sends calls to this number here, with the caller ID of the trunk.',
  'self-test.keypad-lost-on-the-way-there':
    'Calls work, but digits that Parley sends do not arrive. Ask your provider to enable RFC 4733 (telephone events).',
  'self-test.keypad-lost-on-the-way-back':
    'Calls work, but digits that others send do not arrive in outgoing calls. Ask your provider to enable RFC 4733 (telephone events).',
  'self-test.storage-disk-full':
    'The disk of this server is almost full, so nothing is recorded. Ask its operator to free space.',
  'self-test.storage-quota-full':
    'The recordings of your workspace have reached their quota. Delete some, or ask the operator of this server for more space.',
  'self-test.storage-read-only':
    'The directory of the recordings cannot be written to. Ask the operator of this server to check its permissions.',
  'self-test.storage-rejected':
    'The store of the recordings rejects files. Ask the operator of this server to check its settings.',
  'self-test.storage-unavailable':
    'The store of the recordings is not available. Ask the operator of this server to check it.',
  'self-test.storage-changed':
    'A stored file came back changed. Ask the operator of this server to check its disk.',
  'self-test.problem-timed-out':
    'The test took too long and was stopped. Test again, and check whether the other side responds.',
  'self-test.problem-interrupted': 'The test was interrupted because the server was restarted. Test again.',
  'self-test.problem-unknown':
    'The test failed for an unknown reason. Test again, or ask the operator of this server for its log.',
  'self-test.call-trunk': 'Call through a trunk…',
  'self-test.call-title': 'Place a test call through a trunk?',
  'self-test.call-sentence':
    'Parley calls a number of your workspace through your provider, answers the call itself, and sends digits in both directions. No phone rings. The call takes at most {seconds} seconds.',
  'self-test.call-number': 'Number to call',
  'self-test.call-route': 'From {from}, through {trunk}.',
  'self-test.call-price': 'Price: {price}.',
  'self-test.call-price-unknown':
    'There is no price for this number in your price table. Your provider may charge for one call.',
  'self-test.call-confirm': 'Place test call',
  'self-test.state-passed': 'Works:',
  'self-test.state-failed': 'Does not work:',
  'self-test.state-running': 'Being tested:',
  'self-test.state-not-tested': 'Not tested:',
  'self-test.state-missing': 'Not set up:',
  'error.SELF_TEST_RUNNING': 'A self-test is running in this workspace. Wait until it is done.',
  'error.SELF_TEST_NOTHING_TO_TEST':
    'Nothing was tested, because this is not set up any more. Reload the page.',
  'error.SELF_TEST_NUMBER_NOT_YOURS':
    'No test call was placed: this number does not belong to a trunk of your workspace any more. Reload the page.',
} as const
