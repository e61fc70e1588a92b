/** Scrolls to a field of a form and sets the focus. */
const typedInto = 'input:not([type="hidden"]), textarea, [contenteditable="true"], button'

/** `formName` as given to antd's Form: its controls carry `<form>_<field>` as their id. */
export function focusField(formName: string, field: string): void {
  const place = document.getElementById(`${formName}_${field}`)
  if (place === null) return
  place.closest('.ant-form-item')?.scrollIntoView({ block: 'nearest' })
  const target = place.matches(typedInto) ? place : (place.querySelector<HTMLElement>(typedInto) ?? place)
  target.focus({ preventScroll: true })
}
