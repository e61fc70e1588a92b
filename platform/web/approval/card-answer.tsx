/** 同意, 退回 and 详情 of an approval where it is listed. What has to be chosen or filled in is answered in its details. */
import { Button } from 'antd'
import { useState } from 'react'
import type { ApprovalCard } from '../../declare/wire-approval.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { backTargets, said, sendAnswer } from './answer-form.tsx'
import { AnswerLine, AnswerWaiting, type Way } from './answer-line.tsx'
import { useAuditProcess, useRefreshApprovals } from './use-approval.ts'
import { useLater } from './use-later.ts'

/** What is said of a card is sent with the step and round that it shows. */
export const answerOf = ({ formCode, keyValue, processId, round }: ApprovalCard, opinion: string): object => ({
  formCode,
  keyValue,
  currentProcessId: processId,
  round,
  opinion: opinion === '' ? null : opinion,
})

interface CardAnswerProps {
  readonly card: ApprovalCard
  readonly size?: 'small'
  readonly onOpen: () => void
  /** after it was sent */
  readonly onSent?: () => void
}

export function CardAnswer({ card, size, onOpen, onSent }: CardAnswerProps) {
  const [asking, setAsking] = useState<'confirm' | 'back' | null>(null)
  const later = useLater()
  const refresh = useRefreshApprovals()
  const ask = (way: 'confirm' | 'back'): void => (way === 'confirm' && card.isPlain === 0 ? onOpen() : setAsking(way))
  const answer = (way: Way, opinion: string): void => {
    setAsking(null)
    later.begin(said[way](), async isLeaving => {
      if (await sendAnswer(way, answerOf(card, opinion), isLeaving)) feedback.success(said[way]())
      refresh(card.formCode)
      onSent?.()
    })
  }
  const close = (): void => setAsking(null)
  const small = size === undefined ? {} : { size }
  if (later.waiting !== null) return <AnswerWaiting later={later} />
  if (asking === 'confirm') return <AnswerLine asking="confirm" onSend={(opinion, way) => answer(way, opinion)} onClose={close} />
  if (asking === 'back') return <BackLine card={card} onSend={answer} onClose={close} />
  return (
    <span className="zg-approval-card-buttons">
      <Button {...small} type="primary" title="A" data-answer="confirm" onClick={() => ask('confirm')}>
        {t('同意')}
      </Button>
      <Button {...small} danger title="R" data-answer="back" onClick={() => ask('back')}>
        {t('退回')}
      </Button>
      <Button {...small} data-answer="details" onClick={onOpen}>
        {t('详情')}
      </Button>
    </span>
  )
}

interface BackLineProps {
  readonly card: ApprovalCard
  readonly onSend: (way: Way, opinion: string) => void
  readonly onClose: () => void
}

/** To whom it can go back is asked while the opinion is typed; until that is known, to the applicant. */
function BackLine({ card, onSend, onClose }: BackLineProps) {
  const { data } = useAuditProcess(card)
  return (
    <AnswerLine
      asking="back"
      to={data === undefined || data === null ? [{ way: 'backStart', label: t('申请人') }] : backTargets(data)}
      onSend={(opinion, way) => onSend(way, opinion)}
      onClose={onClose}
    />
  )
}
