/** What text fields and selects look like. */
export const FIELD_CLASS =
  'w-full min-h-11 rounded-xl border border-line-strong text-ellipsis bg-surface px-3.5 text-base text-ink aria-invalid:border-chile-text'
