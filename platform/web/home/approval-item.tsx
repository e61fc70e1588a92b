/** An approval in a queue: what it is, and the answer in its place. */
import { useState } from 'react'
import type { ApprovalCard } from '../../declare/wire-approval.ts'
import { ApprovalDrawer } from '../approval/approval-drawer.tsx'
import { CardAnswer } from '../approval/card-answer.tsx'

interface ApprovalItemProps {
  readonly card: ApprovalCard
  readonly note: string
  readonly onDone: () => void
}

export default function ApprovalItem({ card, note, onDone }: ApprovalItemProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <span title={card.title}>
        <button type="button" className="zg-card-open" onClick={() => setOpen(true)}>
          {card.title}
        </button>
        <small> {note}</small>
      </span>
      <CardAnswer card={card} size="small" onOpen={() => setOpen(true)} onSent={onDone} />
      {isOpen && (
        <ApprovalDrawer
          formCode={card.formCode}
          keyValue={card.keyValue}
          onClose={() => {
            setOpen(false)
            onDone()
          }}
        />
      )}
    </>
  )
}
