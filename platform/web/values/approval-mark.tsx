/** In which approval a record is: beside its name in lists, on boards and its page. */
import { AuditOutlined } from '@ant-design/icons'
import { Tag } from 'antd'
import type { RowApproval } from '../../declare/approval.ts'
import type { Row } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import './approval-mark.css'

/** What a row says of its approval; null: it is in none. */
export function approvalOf(row: Row): RowApproval | null {
  const given = row['approval']
  return typeof given === 'object' && given !== null && 'instanceId' in given ? (given as RowApproval) : null
}

export function approvalText({ state, step, mine }: RowApproval): string {
  if (state === 3) return t('审批退回')
  if (mine) return t('待我审批')
  return step === null || step === '' ? t('审批中') : t('审批中：{step}', { step })
}

const toneOf = ({ state, mine }: RowApproval): 'warning' | 'error' | 'processing' =>
  state === 3 ? 'warning' : mine ? 'error' : 'processing'

export function ApprovalMark({ approval, onOpen }: { readonly approval: RowApproval; readonly onOpen?: () => void }) {
  const color = toneOf(approval)
  const tag = (
    <Tag color={color} icon={<AuditOutlined aria-hidden />} className="zg-approval-mark">
      {approvalText(approval)}
    </Tag>
  )
  return onOpen === undefined ? (
    tag
  ) : (
    <button type="button" className="zg-approval-button" onClick={onOpen}>
      {tag}
    </button>
  )
}

/** In a cell or on a card, where the row itself is opened. */
export function RowApprovalMark({ approval }: { readonly approval: RowApproval }) {
  const text = approvalText(approval)
  return <AuditOutlined className="zg-approval-icon" data-tone={toneOf(approval)} role="img" aria-label={text} title={text} />
}
