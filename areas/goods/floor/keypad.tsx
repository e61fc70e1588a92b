/** Keys for the thumb: figures, all of it, confirm. */
import { Button } from 'antd'
import { t } from '#platform/web/i18n/t.ts'

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', '⌫']
const decimals = /^\d{0,14}(\.\d{0,6})?$/

interface KeypadProps {
  /** what is typed */
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** what "all" means; null: nobody knows */
  readonly all: string | null
  readonly busy: boolean
  readonly confirm: string
  readonly onConfirm: () => void
}

export function Keypad({ name, value, onChange, all, busy, confirm, onConfirm }: KeypadProps) {
  const press = (key: string): void => {
    const next = key === '⌫' ? value.slice(0, -1) : `${value}${key}`
    if (decimals.test(next)) onChange(next)
  }
  return (
    <div className="zg-floor-keys">
      <output className="zg-floor-quantity" aria-label={name}>
        {value === '' ? '0' : value}
      </output>
      <div className="zg-floor-pad">
        {keys.map(key => (
          <Button key={key} disabled={busy} onClick={() => press(key)} aria-label={key === '⌫' ? t('删除一位') : key}>
            {key}
          </Button>
        ))}
      </div>
      <div className="zg-floor-confirm">
        {all !== null && (
          <Button disabled={busy} onClick={() => onChange(all)}>
            {t('全部 {count}', { count: all })}
          </Button>
        )}
        <Button type="primary" disabled={busy || value === '' || value === '.'} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </div>
  )
}
