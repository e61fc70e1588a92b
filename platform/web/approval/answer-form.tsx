/** What an approver answers: agree, back to the step before or to the applicant, hand on, ask others; with an opinion and files. */
import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import type { AuditProcess } from '../../declare/wire-approval.ts'
import { ApiError, api } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import { FilesControl } from '../files/files-control.tsx'
import { t } from '../i18n/t.ts'
import { ReferenceSelect } from '../values/reference-select.tsx'
import { AnswerLine, AnswerWaiting, type Asking, type BackTo, type Way } from './answer-line.tsx'
import { OpenFields } from './open-fields.tsx'
import { useRefreshApprovals, type ApprovalAt } from './use-approval.ts'
import { useAnswerKeys } from './use-answer-keys.ts'
import { useLater } from './use-later.ts'

const filesMax = 20

interface Answer {
  readonly fileIds?: readonly { readonly id: string }[]
  readonly processId?: string
  readonly employeeIds?: readonly string[]
}

const paths: Readonly<Record<Way, string>> = {
  confirm: '/workflow/confirmProcess',
  back: '/workflow/backProcess',
  backStart: '/workflow/backStartProcess',
  transfer: '/workflow/transfer',
  countersign: '/workflow/countersign',
}
export const said: Readonly<Record<Way, () => string>> = {
  confirm: () => t('已同意'),
  back: () => t('已退回'),
  backStart: () => t('已退回申请人'),
  transfer: () => t('已转交'),
  countersign: () => t('已加签'),
}

/** To whom it can go back; the applicant first: most of what is refused is for him to mend. */
export const backTargets = (audit: AuditProcess): readonly BackTo[] => [
  ...(audit.allowBackStart === 1 ? [{ way: 'backStart' as const, label: t('申请人 {name}', { name: audit.applicant }) }] : []),
  ...(audit.allowBack === 1 ? [{ way: 'back' as const, label: t('步骤“{step}”', { step: audit.allowBackProcessName }) }] : []),
]

/** Sends an answer; a refusal was shown. */
export async function sendAnswer(way: Way, body: object, isLeaving: boolean): Promise<boolean> {
  try {
    await api.write(paths[way], body, isLeaving ? { keepalive: true } : {})
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

export function AnswerForm({ at, audit }: { readonly at: ApprovalAt; readonly audit: AuditProcess }) {
  const [form] = Form.useForm<Answer>()
  const [asking, setAsking] = useState<Asking | null>(null)
  const later = useLater()
  const refresh = useRefreshApprovals()
  const needsChoice = audit.confirmProcessList.length > 1
  const open = audit.forms.filter(one => one.mode >= 2)
  const back = backTargets(audit)

  const send = async (way: Way, opinion: string): Promise<void> => {
    if (way === 'confirm' || way === 'transfer' || way === 'countersign') {
      // antd marks what is missing itself
      const checked = await form.validateFields().catch(() => null)
      if (checked === null) return
    }
    const all = form.getFieldsValue() as Answer & Readonly<Record<string, unknown>>
    const { fileIds, processId, employeeIds = [] } = all
    const values = Object.fromEntries(open.map(({ field }) => [field, all[field] ?? null]))
    const body = {
      ...at,
      currentProcessId: audit.currentProcessId,
      round: audit.round,
      opinion: opinion === '' ? null : opinion,
      ...(fileIds === undefined ? {} : { fileIds: fileIds.map(one => one.id) }),
      ...(way === 'confirm' && needsChoice ? { processId } : {}),
      ...(way === 'confirm' && open.length > 0 ? { values } : {}),
      ...(way === 'confirm' && audit.version !== null ? { version: audit.version } : {}),
      ...(way === 'transfer' ? { employeeId: employeeIds[0] } : {}),
      ...(way === 'countersign' ? { employeeIds } : {}),
    }
    setAsking(null)
    const sent = async (isLeaving: boolean): Promise<void> => {
      if (await sendAnswer(way, body, isLeaving)) feedback.success(said[way]())
      // what others have done meanwhile is read anew
      refresh(at.formCode)
    }
    if (way === 'transfer' || way === 'countersign') await sent(false)
    else later.begin(said[way](), sent)
  }
  useAnswerKeys(way => {
    if (asking !== null || later.waiting !== null || (way === 'back' && back.length === 0)) return false
    setAsking(way)
    return true
  })
  const choices = { confirm: true, back: back.length > 0, transfer: audit.mayTransfer === 1, countersign: audit.mayCountersign === 1 }
  return (
    <Form<Answer> form={form} layout="vertical" className="zg-approval-answer" disabled={later.waiting !== null}>
      {open.length > 0 && <OpenFields formCode={at.formCode} keyValue={audit.recordId} forms={open} />}
      {later.waiting !== null ? (
        <AnswerWaiting later={later} />
      ) : asking === null ? (
        <AnswerButtons choices={choices} onAsk={setAsking} />
      ) : (
        <AnswerLine
          key={asking}
          asking={asking}
          to={back}
          onSend={(opinion, way) => void send(way, opinion)}
          onClose={() => setAsking(null)}
        >
          <AnswerFields audit={audit} asking={asking} />
        </AnswerLine>
      )}
    </Form>
  )
}

function AnswerFields({ audit, asking }: { audit: AuditProcess; asking: Asking }) {
  return (
    <>
      {asking === 'confirm' && audit.confirmProcessList.length > 1 && (
        <Form.Item name="processId" label={t('下一步')} rules={[{ required: true, message: t('请选择下一步') }]}>
          <Select
            options={audit.confirmProcessList.map(one => ({
              value: one.processId,
              label: one.approvers.length === 0 ? one.processName : `${one.processName}（${one.approvers.join(t('、'))}）`,
            }))}
          />
        </Form.Item>
      )}
      {(asking === 'transfer' || asking === 'countersign') && (
        <Form.Item
          name="employeeIds"
          label={asking === 'transfer' ? t('转交给') : t('加签人')}
          rules={[{ required: true, message: t('请选择人员') }]}
        >
          <ReferenceSelect target="employee" multiple={asking === 'countersign'} />
        </Form.Item>
      )}
      <Form.Item name="fileIds" label={t('附件')}>
        <FilesControl max={filesMax} />
      </Form.Item>
    </>
  )
}

interface AnswerButtonsProps {
  readonly choices: Readonly<Record<Asking, boolean>>
  readonly onAsk: (asking: Asking) => void
}

const AnswerButtons = ({ choices, onAsk }: AnswerButtonsProps) => (
  <div className="zg-approval-buttons zg-approval-foot">
    <Button type="primary" title="A" onClick={() => onAsk('confirm')}>
      {t('同意')}
    </Button>
    {choices.back && (
      <Button danger title="R" onClick={() => onAsk('back')}>
        {t('退回')}
      </Button>
    )}
    {choices.transfer && <Button onClick={() => onAsk('transfer')}>{t('转交')}</Button>}
    {choices.countersign && <Button onClick={() => onAsk('countersign')}>{t('加签')}</Button>}
  </div>
)
