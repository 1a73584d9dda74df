// The texts of a consent as callers give and read them.
import { nameText, text } from '../../platform/http/schemas/text-schema.ts'
import { MAX_CONSENT_TEXT, MAX_PURPOSE } from './consent-columns.ts'

export const consentTexts = {
  purpose: nameText(MAX_PURPOSE, {
    description:
      'What was agreed to: a name of your own, which tasks ask for in `needsConsent`. Case does not matter.',
    examples: ['marketing'],
  }),
  wording: text({
    minLength: 1,
    maxLength: MAX_CONSENT_TEXT,
    description: 'The words that the person agreed to.',
    examples: ['I agree that Acme calls me about its offers.'],
  }),
  source: text({
    maxLength: MAX_CONSENT_TEXT,
    description: 'Where it was given: a form, a shop, a call.',
    examples: ['https://acme.example/newsletter'],
  }),
  proof: text({
    maxLength: MAX_CONSENT_TEXT,
    description: 'How it can be proven: the address of a document, the number of a record.',
    examples: ['form 4711'],
  }),
}
