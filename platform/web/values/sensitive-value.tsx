/** A value that came masked, and the button that asks the server for it whole; the server records who asked. */
import { Button } from 'antd'
import { useState } from 'react'
import type { Call } from '../../declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { t } from '../i18n/t.ts'
import { read } from './call.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'

export interface Revealing {
  readonly call: Call
  readonly id: string
  readonly field: string
}

/** The value once it was asked for, and the asking. A refusal has been shown by the client. */
export function useRevealed({ call, id, field }: Revealing): { value: string | null; busy: boolean; show: () => void } {
  const [value, setValue] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  return {
    value,
    busy,
    show() {
      setBusy(true)
      void ignoreShownRefusal(read<{ value: unknown }>(call, { id, field }).then(answer => setValue(asText(answer.value ?? '')))).finally(
        () => setBusy(false),
      )
    },
  }
}

interface SensitiveValueProps extends Revealing {
  /** as the row has it */
  readonly text: string
  /** in a cell, where the grid has the only tab stop */
  readonly isInCell?: boolean
}

export function SensitiveValue({ text, isInCell = false, ...revealing }: SensitiveValueProps) {
  const { value, busy, show } = useRevealed(revealing)
  return (
    <span className="zg-sensitive">
      <span>{value ?? text}</span>
      {value === null && (
        <Button
          type="link"
          size="small"
          loading={busy}
          {...(isInCell ? { tabIndex: -1 } : {})}
          title={t('查看会被记录')}
          onClick={event => {
            event.stopPropagation()
            show()
          }}
        >
          {t('显示')}
        </Button>
      )}
    </span>
  )
}
