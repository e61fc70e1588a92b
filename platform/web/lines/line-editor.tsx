/** The control of one cell of a line. Enter, Tab and Esc are the grid's; what is chosen from a list is set at once. */
import { useEffect, useRef, type ComponentType, type FocusEvent } from 'react'
import type { FormItem } from '../../declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import type { ControlProps } from '../values/form-scope.ts'
import { valueOfText } from './paste.ts'

interface LineEditorProps {
  readonly item: FormItem
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** chosen from a list: there is nothing more to type */
  readonly onPick: (value: unknown) => void
  /** left by the pointer */
  readonly onDone: () => void
  /** a character opened it: it is not selected */
  readonly isTyped: boolean
  /** the controls of a form, of what is chosen */
  readonly Control: ComponentType<ControlProps>
}

const isTyping = (item: FormItem): boolean => item.type === 'text' || item.type === 'textarea' || item.type === 'number'
const popups = '.ant-select-dropdown, .ant-picker-dropdown, .ant-popover'

export default function LineEditor({ item, value, onChange, onPick, onDone, isTyped, Control }: LineEditorProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const control = box.current?.querySelector<HTMLElement>('input, textarea, button')
    control?.focus({ preventScroll: true })
    if (control instanceof HTMLInputElement && !isTyped) control.select()
  }, [isTyped])
  const onBlur = (event: FocusEvent): void => {
    const to = event.relatedTarget
    if (to instanceof Element && (box.current?.contains(to) === true || to.closest(popups) !== null)) return
    onDone()
  }
  const typed = typeof value === 'boolean' || Array.isArray(value) ? '' : asText(value ?? '')
  return (
    <div ref={box} className="zg-line-editor" onBlur={onBlur}>
      {isTyping(item) ? (
        <input
          aria-label={item.title}
          value={typed}
          inputMode={item.type === 'number' ? 'decimal' : 'text'}
          className={item.type === 'number' ? 'zg-line-figure' : undefined}
          onChange={event => onChange(event.target.value)}
        />
      ) : (
        <Control
          item={item.type === 'radio' ? { ...item, type: 'select' } : item}
          disabled={false}
          // a text that means no day or option would not be shown
          value={
            item.type === 'date' && typed !== '' && valueOfText(item, typed) === typed && !/^\d{4}-\d{2}-\d{2}$/.test(typed)
              ? undefined
              : value
          }
          onChange={next => (item.multiple ? onChange(next) : onPick(next))}
        />
      )}
    </div>
  )
}
