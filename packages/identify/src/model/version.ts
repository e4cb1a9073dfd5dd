/** Rises with each model that `npm run train:identify` writes, and with each change of the lexicon or the costs. */
export const MODEL_VERSION = 18
/** The hash of the model, the lexicon and the costs of this version; `scripts/structure/rules.ts` compares it. */
export const MODEL_FINGERPRINT = '5d5e44274cdba1bb'
