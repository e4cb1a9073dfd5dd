/** Whether a key or a paste belongs to a field, a dialog or a menu, or was used already. */
export function isTyping({ target, defaultPrevented }: Event): boolean {
  return (
    defaultPrevented ||
    (target instanceof Element && target.closest('input,textarea,select,[contenteditable]') !== null) ||
    document.querySelector('dialog:modal,[popover][role]') !== null
  )
}

/** The text that was pasted, in one line; empty when it belongs to a field, a dialog or another listener. */
export function pastedText(event: ClipboardEvent): string {
  return isTyping(event) ? '' : (event.clipboardData?.getData('text').trim().replaceAll(/\s+/gu, ' ') ?? '')
}
