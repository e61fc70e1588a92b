/** A sensitive value of a record in its form: masked and as it is until the person says that he changes it. */
import { Button, Input, Space } from 'antd'
import { useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { isMasked } from '#platform/format/masked.ts'
import { asText } from '#platform/format/text.ts'
import type { Call } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { RevealButton, useRevealed } from '../values/sensitive-value.tsx'
import { type ControlProps, FormScopeContext } from '../values/form-scope.ts'

interface SensitiveControlProps extends ControlProps {
  /** what its kind asks with, once it is being changed */
  readonly children: ReactNode
}

export function SensitiveControl({ item, disabled, id, value, onChange, children }: SensitiveControlProps) {
  const { recordId, version, reveal } = useContext(FormScopeContext)
  /** to go back to: what the record has is not known here */
  const [masked, setMasked] = useState<unknown>(null)
  const isShut = isMasked(value)
  // another person's save may bring another one
  if (isShut && value !== masked) setMasked(value)
  const wasShut = useRef(isShut)
  useEffect(() => {
    // the button that was clicked is gone: whoever wants to change it goes on by typing
    if (wasShut.current && !isShut && id !== undefined) document.getElementById(id)?.focus()
    wasShut.current = isShut
  }, [isShut, id])
  if (!isShut)
    return masked === null ? (
      children
    ) : (
      <div className="zg-form-sensitive">
        {children}
        <Button type="link" onClick={() => onChange?.(masked)}>
          {t('不修改')}
        </Button>
      </div>
    )
  const change = disabled ? null : (
    <Button type="link" onClick={() => onChange?.('')}>
      {t('修改')}
    </Button>
  )
  const named = id === undefined ? {} : { id }
  if (reveal === undefined || recordId === null || item.secret === true)
    return (
      <div className="zg-form-sensitive">
        <Input {...named} readOnly value={asText(value)} />
        {change}
      </div>
    )
  // what was told of another version is not this one's
  return (
    <Telling
      key={version}
      {...named}
      call={reveal}
      recordId={recordId}
      field={item.field}
      text={asText(value)}
      asks={item.encrypted === true}
      change={change}
    />
  )
}

interface TellingProps {
  readonly id?: string
  readonly call: Call
  readonly recordId: string
  readonly field: string
  readonly text: string
  readonly asks: boolean
  readonly change: ReactNode
}

function Telling({ call, recordId, field, text, asks, change, ...named }: TellingProps) {
  const { value, busy, show } = useRevealed({ call, id: recordId, field })
  return (
    <div className="zg-form-sensitive">
      <Input {...named} readOnly value={value ?? text} />
      <Space size={0}>
        {value === null && <RevealButton asks={asks} busy={busy} show={show} />}
        {change}
      </Space>
    </div>
  )
}
