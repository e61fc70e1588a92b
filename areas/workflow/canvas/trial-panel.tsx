/** The flow with a real record: who would be asked, when and why; the way is lit up on the canvas. */
import { Alert, Button, Form, Select, Timeline } from 'antd'
import { useId, useState } from 'react'
import type { FlowDefinition } from '#platform/declare/flow.ts'
import type { FlowForm, Simulation } from '#platform/declare/wire-approval.ts'
import { ApiError, api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ReferenceSelect } from '#platform/web/values/reference-select.tsx'
import { showInstant } from '#platform/web/values/value.ts'

interface TrialProps {
  readonly formCode: string
  readonly form: FlowForm | undefined
  readonly flow: FlowDefinition
  readonly found: Simulation | null
  readonly onFound: (found: Simulation | null) => void
  readonly onJump: (node: string) => void
}

export function TrialPanel({ formCode, form, flow, found, onFound, onJump }: TrialProps) {
  const id = useId()
  const [record, setRecord] = useState<string | null>(null)
  const [applicant, setApplicant] = useState<string | null>(null)
  const [matter, setMatter] = useState<string | undefined>(form?.matters[0]?.code)
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      const body = {
        formCode,
        definition: flow,
        keyValue: record,
        ...(matter === undefined ? {} : { matter }),
        ...(applicant === null ? {} : { applicantId: applicant }),
      }
      onFound(await api.post<Simulation>('/workflowSetting/simulate', body))
    } catch (error) {
      // the refusal was shown
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-label={t('试走')} className="zg-flow-trial">
      <h3>{t('用一条记录试走')}</h3>
      <Form layout="vertical" component={false}>
        <Form.Item label={t('选择记录')} htmlFor={`${id}-record`} required>
          <ReferenceSelect id={`${id}-record`} target={formCode} value={record} onChange={ids => setRecord(ids[0] ?? null)} />
        </Form.Item>
        <Form.Item label={t('申请人')} htmlFor={`${id}-applicant`}>
          <ReferenceSelect
            id={`${id}-applicant`}
            target="employee"
            value={applicant}
            placeholder={t('不选：我')}
            onChange={ids => setApplicant(ids[0] ?? null)}
          />
        </Form.Item>
        {(form?.matters.length ?? 0) > 1 && (
          <Form.Item label={t('事项')} htmlFor={`${id}-matter`}>
            <Select
              id={`${id}-matter`}
              value={matter ?? null}
              onChange={setMatter}
              options={form?.matters.map(one => ({ value: one.code, label: one.name })) ?? []}
            />
          </Form.Item>
        )}
      </Form>
      <span className="zg-flow-buttons">
        <Button type="primary" disabled={record === null} loading={busy} onClick={() => void run()}>
          {t('开始试走')}
        </Button>
        {found !== null && <Button onClick={() => onFound(null)}>{t('清除')}</Button>}
      </span>
      {found !== null && <Found found={found} onJump={onJump} />}
    </section>
  )
}

function Found({ found, onJump }: { found: Simulation; onJump: (node: string) => void }) {
  if (found.isNeeded === 0) return <Alert type="info" showIcon title={t('这条记录不需要审批，直接生效')} />
  return (
    <>
      <p>{found.title}</p>
      {found.fault !== null && <Alert type="error" showIcon title={found.fault} />}
      <Timeline
        items={found.steps.map(one => ({
          key: `${one.processId} ${one.order}`,
          color: one.isAuto === 1 ? 'gray' : 'blue',
          content: (
            <div>
              <button type="button" className="zg-faults-jump" onClick={() => onJump(one.processId)}>
                <b>
                  {one.order}. {one.processName}
                </b>
              </button>{' '}
              {one.isAuto === 1 && t('同一人，自动通过')}
              <div>
                {one.approvers
                  .map(person =>
                    person.standIns.length === 0 ? person.name : `${person.name}（${t('代理')} ${person.standIns.join(t('、'))}）`,
                  )
                  .join(t('、'))}
              </div>
              <div className="zg-approval-quiet">
                {showInstant(one.arrivesAt)}
                {one.dueAt !== null && ` · ${t('截止')} ${showInstant(one.dueAt)}`}
              </div>
              {one.why.length > 0 && <div className="zg-approval-quiet">{one.why.join(t('；'))}</div>}
            </div>
          ),
        }))}
      />
      {found.skipped.length > 0 && <p>{t('不经过：{steps}', { steps: found.skipped.join(t('、')) })}</p>}
    </>
  )
}
