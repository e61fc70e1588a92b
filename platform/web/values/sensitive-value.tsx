/** A value that came masked, and the button that asks the server for it whole; the server records who asked. */
import { Button, Input, Popover } from 'antd'
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
export function useRevealed({ call, id, field }: Revealing): { value: string | null; busy: boolean; show: (reason?: string) => void } {
  const [value, setValue] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  return {
    value,
    busy,
    show(reason) {
      setBusy(true)
      void ignoreShownRefusal(
        read<{ value: unknown }>(call, { id, field, ...(reason === undefined ? {} : { reason }) }).then(answer =>
          setValue(asText(answer.value ?? '')),
        ),
      ).finally(() => setBusy(false))
    },
  }
}

interface RevealButtonProps {
  /** whether the server asks for a reason */
  readonly asks: boolean
  readonly busy: boolean
  readonly show: (reason?: string) => void
  /** in a cell, where the grid has the only tab stop */
  readonly isInCell?: boolean
}

export function RevealButton({ asks, busy, show, isInCell = false }: RevealButtonProps) {
  const button = (
    <Button
      type="link"
      {...(isInCell ? { size: 'small' as const, tabIndex: -1 } : {})}
      loading={busy}
      title={t('查看会被记录')}
      onClick={event => {
        event.stopPropagation()
        if (!asks) show()
      }}
    >
      {t('显示')}
    </Button>
  )
  if (!asks) return button
  const reason = (
    <Input.Search
      autoFocus
      maxLength={200}
      placeholder={t('查看原因，会被记录')}
      enterButton={t('显示')}
      onClick={event => event.stopPropagation()}
      onSearch={text => text.trim() !== '' && show(text)}
    />
  )
  return (
    <Popover trigger="click" destroyOnHidden content={reason}>
      {button}
    </Popover>
  )
}

interface SensitiveValueProps extends Revealing {
  /** as the row has it */
  readonly text: string
  readonly asks: boolean
  readonly isInCell?: boolean
}

export function SensitiveValue({ text, asks, isInCell = false, ...revealing }: SensitiveValueProps) {
  const { value, busy, show } = useRevealed(revealing)
  return (
    <span className="zg-sensitive">
      <span>{value ?? text}</span>
      {value === null && <RevealButton asks={asks} busy={busy} show={show} isInCell={isInCell} />}
    </span>
  )
}
