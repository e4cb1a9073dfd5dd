/** The class names of text fields and selects. */
export const FIELD_CLASS =
  'w-full min-h-11 rounded-xl border border-line-strong text-ellipsis bg-surface px-3.5 text-base text-ink aria-invalid:border-chile-text'
