/** What an approver answers: agree, back, back to the applicant, hand on, ask others; with an opinion and files. */
import { App, Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import type { AuditProcess } from '../../declare/wire-approval.ts'
import { ApiError, api } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import { FilesControl } from '../files/files-control.tsx'
import { t } from '../i18n/t.ts'
import { ReferenceSelect } from '../list/reference-select.tsx'
import { OpenFields } from './open-fields.tsx'
import { useRefreshApprovals, type ApprovalAt } from './use-approval.ts'
import { askFirst } from '../widgets/confirm.tsx'

const opinionMax = 2_000
const filesMax = 20

interface Answer {
  readonly opinion?: string
  readonly fileIds?: readonly { readonly id: string }[]
  readonly processId?: string
  readonly employeeIds?: readonly string[]
}

type Way = 'confirm' | 'back' | 'backStart' | 'transfer' | 'countersign'

const paths: Readonly<Record<Way, string>> = {
  confirm: '/workflow/confirmProcess',
  back: '/workflow/backProcess',
  backStart: '/workflow/backStartProcess',
  transfer: '/workflow/transfer',
  countersign: '/workflow/countersign',
}

export function AnswerForm({ at, audit }: { readonly at: ApprovalAt; readonly audit: AuditProcess }) {
  const [form] = Form.useForm<Answer>()
  const [busy, setBusy] = useState<Way | null>(null)
  const [asking, setAsking] = useState<'transfer' | 'countersign' | null>(null)
  const refresh = useRefreshApprovals()
  const needsChoice = audit.confirmProcessList.length > 1
  const open = audit.forms.filter(one => one.mode >= 2)

  const send = async (way: Way): Promise<void> => {
    // antd marks what is missing itself
    const checked: Answer | null = await form
      .validateFields(way === 'confirm' ? undefined : ['opinion'], { recursive: true })
      .catch(() => null)
    if (checked === null) return
    const all = form.getFieldsValue() as Answer & Readonly<Record<string, unknown>>
    const { opinion, fileIds, processId, employeeIds = [] } = all
    const values = Object.fromEntries(open.map(({ field }) => [field, all[field] ?? null]))
    if ((way === 'back' || way === 'backStart') && (opinion ?? '').trim() === '') {
      form.setFields([{ name: 'opinion', errors: [t('请填写意见，让申请人知道要改什么')] }])
      return
    }
    if ((way === 'transfer' || way === 'countersign') && employeeIds.length === 0) {
      form.setFields([{ name: 'employeeIds', errors: [t('请选择人员')] }])
      return
    }
    setBusy(way)
    try {
      await api.write(paths[way], {
        ...at,
        currentProcessId: audit.currentProcessId,
        round: audit.round,
        opinion: opinion ?? null,
        ...(fileIds === undefined ? {} : { fileIds: fileIds.map(one => one.id) }),
        ...(way === 'confirm' && needsChoice ? { processId } : {}),
        ...(way === 'confirm' && open.length > 0 ? { values } : {}),
        ...(way === 'confirm' && audit.version !== null ? { version: audit.version } : {}),
        ...(way === 'transfer' ? { employeeId: employeeIds[0] } : {}),
        ...(way === 'countersign' ? { employeeIds } : {}),
      })
      feedback.success(said[way]())
    } catch (error) {
      // the refusal was shown; what others have done meanwhile is read anew
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(null)
      refresh(at.formCode)
    }
  }
  return (
    <Form<Answer> form={form} layout="vertical" className="zg-approval-answer" disabled={busy !== null}>
      {open.length > 0 && <OpenFields formCode={at.formCode} keyValue={audit.recordId} forms={open} />}
      <AnswerFields audit={audit} asking={asking} />
      <AnswerButtons audit={audit} busy={busy} asking={asking} onAsk={setAsking} onSend={way => void send(way)} />
    </Form>
  )
}

function AnswerFields({ audit, asking }: { audit: AuditProcess; asking: 'transfer' | 'countersign' | null }) {
  const needsChoice = audit.confirmProcessList.length > 1
  return (
    <>
      {needsChoice && (
        <Form.Item name="processId" label={t('下一步')} rules={[{ required: true, message: t('请选择下一步') }]}>
          <Select
            options={audit.confirmProcessList.map(one => ({
              value: one.processId,
              label: one.approvers.length === 0 ? one.processName : `${one.processName}（${one.approvers.join(t('、'))}）`,
            }))}
          />
        </Form.Item>
      )}
      <Form.Item name="opinion" label={t('意见')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={opinionMax} />
      </Form.Item>
      <Form.Item name="fileIds" label={t('附件')}>
        <FilesControl max={filesMax} />
      </Form.Item>
      {asking !== null && (
        <Form.Item name="employeeIds" label={asking === 'transfer' ? t('转交给') : t('加签人')}>
          <ReferenceSelect target="employee" multiple={asking === 'countersign'} />
        </Form.Item>
      )}
    </>
  )
}

interface AnswerButtonsProps {
  readonly audit: AuditProcess
  readonly busy: Way | null
  readonly asking: 'transfer' | 'countersign' | null
  readonly onAsk: (asking: 'transfer' | 'countersign' | null) => void
  readonly onSend: (way: Way) => void
}

function AnswerButtons({ audit, busy, asking, onAsk, onSend }: AnswerButtonsProps) {
  const { modal } = App.useApp()
  const confirmBack = (): void => {
    askFirst(modal, {
      loses: true,
      title: t('退回到申请人，确定吗？'),
      content: t('申请人修改后重新提交，审批从第一步开始。'),
      onOk: () => onSend('backStart'),
    })
  }
  return (
    <div className="zg-approval-buttons">
      {asking === null ? (
        <>
          <Button type="primary" loading={busy === 'confirm'} onClick={() => onSend('confirm')}>
            {t('同意')}
          </Button>
          {audit.allowBack === 1 && (
            <Button loading={busy === 'back'} onClick={() => onSend('back')}>
              {t('退回“{step}”', { step: audit.allowBackProcessName })}
            </Button>
          )}
          {audit.allowBackStart === 1 && (
            <Button danger loading={busy === 'backStart'} onClick={confirmBack}>
              {t('退回申请人')}
            </Button>
          )}
          {audit.mayTransfer === 1 && <Button onClick={() => onAsk('transfer')}>{t('转交')}</Button>}
          {audit.mayCountersign === 1 && <Button onClick={() => onAsk('countersign')}>{t('加签')}</Button>}
        </>
      ) : (
        <>
          <Button type="primary" loading={busy === asking} onClick={() => onSend(asking)}>
            {asking === 'transfer' ? t('确定转交') : t('确定加签')}
          </Button>
          <Button onClick={() => onAsk(null)}>{t('返回')}</Button>
        </>
      )}
    </div>
  )
}

const said: Readonly<Record<Way, () => string>> = {
  confirm: () => t('已同意'),
  back: () => t('已退回'),
  backStart: () => t('已退回申请人'),
  transfer: () => t('已转交'),
  countersign: () => t('已加签'),
}
