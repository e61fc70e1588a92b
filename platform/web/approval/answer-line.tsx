/** The opinion of an answer in one line: the usual ones as chips, Enter sends. What is sent back needs it, and says to whom. */
import { Button, Input, Segmented, type InputRef } from 'antd'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { t } from '../i18n/t.ts'
import type { Later } from './use-later.ts'

export type Way = 'confirm' | 'back' | 'backStart' | 'transfer' | 'countersign'
export const opinionMax = 2_000

export interface BackTo {
  readonly way: Way
  readonly label: string
}

export type Asking = 'confirm' | 'back' | 'transfer' | 'countersign'

interface AnswerLineProps {
  readonly asking: Asking
  /** to whom it can go back, the first unless another is chosen */
  readonly to?: readonly BackTo[]
  readonly busy?: boolean
  readonly onSend: (opinion: string, way: Way) => void
  readonly onClose: () => void
  /** what else the answer asks for */
  readonly children?: ReactNode
}

const usual = (): readonly string[] => [t('同意'), t('按预算执行')]
const doing: Readonly<Record<Asking, () => string>> = {
  confirm: () => t('确定同意'),
  back: () => t('确定退回'),
  transfer: () => t('确定转交'),
  countersign: () => t('确定加签'),
}

export function AnswerLine({ asking, to = [], busy = false, onSend, onClose, children }: AnswerLineProps) {
  const [opinion, setOpinion] = useState('')
  const [way, setWay] = useState<Way | null>(null)
  const [isLacking, setLacking] = useState(false)
  const field = useRef<InputRef>(null)
  useEffect(() => field.current?.focus(), [])
  const isBack = asking === 'back'
  const chosen = isBack ? (way ?? to[0]?.way ?? 'backStart') : asking
  const send = (): void => {
    if (isBack && opinion.trim() === '') {
      setLacking(true)
      field.current?.focus()
    } else if (!isBack || to.length > 0) onSend(opinion.trim(), chosen)
  }
  const onKey = (event: KeyboardEvent): void => {
    // Enter of an input method chooses a word
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      send()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
  }
  return (
    <div className="zg-answer-line">
      {isBack && <To to={to} chosen={chosen} onChoose={setWay} />}
      {children}
      <div className="zg-answer-field">
        <Input
          ref={field}
          value={opinion}
          maxLength={opinionMax}
          disabled={busy}
          aria-label={t('意见')}
          placeholder={isBack ? t('意见（必填），回车提交') : t('意见（可不填），回车提交')}
          {...(isLacking ? { status: 'error' as const } : {})}
          onChange={event => {
            setOpinion(event.target.value)
            setLacking(false)
          }}
          onKeyDown={onKey}
        />
        <Button
          {...(isBack ? { danger: true } : { type: 'primary' as const })}
          loading={busy}
          disabled={isBack && to.length === 0}
          onClick={send}
        >
          {doing[asking]()}
        </Button>
        <Button onClick={onClose}>{t('取消')}</Button>
      </div>
      {isLacking && (
        <div className="zg-answer-lacking" role="alert">
          {t('请填写意见，让申请人知道要改什么')}
        </div>
      )}
      {asking === 'confirm' && (
        <Usual
          onChoose={text => {
            setOpinion(text)
            field.current?.focus()
          }}
        />
      )}
    </div>
  )
}

interface ToProps {
  readonly to: readonly BackTo[]
  readonly chosen: Way
  readonly onChoose: (way: Way) => void
}

function To({ to, chosen, onChoose }: ToProps) {
  const [only] = to
  if (only === undefined) return null
  if (to.length === 1) return <span className="zg-answer-to">{t('退回给{name}', { name: only.label })}</span>
  const options = to.map(one => ({ value: one.way, label: one.label }))
  return <Segmented<Way> aria-label={t('退回给')} value={chosen} options={options} onChange={onChoose} />
}

const Usual = ({ onChoose }: { readonly onChoose: (text: string) => void }) => (
  <div className="zg-answer-usual">
    {usual().map(text => (
      <Button key={text} size="small" shape="round" onClick={() => onChoose(text)}>
        {text}
      </Button>
    ))}
  </div>
)

/** An answer on its way: what it is, and taking it back. */
export function AnswerWaiting({ later }: { readonly later: Later }) {
  return (
    <div className="zg-answer-waiting" role="status">
      <span>
        {later.waiting} · {t('5 秒后提交')}
      </span>
      <Button size="small" onClick={later.takeBack}>
        {t('撤销')}
      </Button>
    </div>
  )
}
