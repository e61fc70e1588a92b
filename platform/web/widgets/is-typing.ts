/** Whether a key belongs to what is being written, or to an open dialog, and not to the page. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, [role="dialog"]') !== null)
