/** The approval of a record: what is asked for, who has said what, and what this person may answer. */
import { Alert, Descriptions, Skeleton, Spin, Steps, Tag, Timeline } from 'antd'
import type { AuditProcess, FlowLogRow, FlowProcessRow } from '../../declare/wire-approval.ts'
import { ApiError } from '../api/client.ts'
import { FileItem } from '../files/file-item.tsx'
import '../files/files-control.css'
import { t } from '../i18n/t.ts'
import { showInstant } from '../values/value.ts'
import { TabDrawer } from '../page/tab-modal.tsx'
import { AnswerForm } from './answer-form.tsx'
import { ApplicantActions } from './applicant-actions.tsx'
import { useAuditProcess, useFlowLog, useFlowSteps, type ApprovalAt } from './use-approval.ts'
import './approval.css'

const drawerSize = 640

const instanceStates: Readonly<Record<number, { readonly text: () => string; readonly color: string }>> = {
  1: { text: () => t('审批中'), color: 'processing' },
  2: { text: () => t('通过'), color: 'success' },
  3: { text: () => t('已退回'), color: 'warning' },
  4: { text: () => t('已撤回'), color: 'default' },
  5: { text: () => t('终止'), color: 'error' },
}

export function StateTag({ state }: { readonly state: number }) {
  const known = instanceStates[state]
  return known === undefined ? null : <Tag color={known.color}>{known.text()}</Tag>
}

interface ApprovalDrawerProps extends ApprovalAt {
  readonly onClose: () => void
}

export function ApprovalDrawer({ onClose, ...at }: ApprovalDrawerProps) {
  const audit = useAuditProcess(at)
  const title = audit.data?.title ?? t('审批')
  return (
    <TabDrawer title={title} open size={drawerSize} onClose={onClose} className="zg-approval-drawer">
      <ApprovalBody at={at} audit={audit.data} error={audit.error} />
    </TabDrawer>
  )
}

/** A refusal to load becomes what the spinner says. */
function ApprovalBody({ at, audit, error }: { at: ApprovalAt; audit: AuditProcess | null | undefined; error: Error | null }) {
  if (error !== null)
    return (
      <Spin description={error instanceof ApiError ? error.msg : t('审批信息加载失败')} className="zg-approval-spin">
        <Skeleton active paragraph={{ rows: 6 }} />
      </Spin>
    )
  if (audit === undefined) return <Skeleton active paragraph={{ rows: 6 }} />
  if (audit === null) return <Alert type="info" showIcon title={t('这条记录没有审批')} />
  return <Approval at={at} audit={audit} />
}

function Approval({ at, audit }: { at: ApprovalAt; audit: AuditProcess }) {
  const steps = useFlowSteps(at)
  const log = useFlowLog(at)
  const isAsked = audit.confirmProcessList.length > 0
  return (
    <div className="zg-approval">
      <div className="zg-approval-head">
        <StateTag state={audit.state} />
        <span>
          {t('申请人')} {audit.applicant}
        </span>
        {audit.currentProcessName !== '' && (
          <span>
            {t('当前步骤')} {audit.currentProcessName}
          </span>
        )}
        {audit.due !== null && (
          <span>
            {t('截止')} {showInstant(audit.due)}
          </span>
        )}
        {audit.actingFor !== '' && <Tag color="warning">{t('代 {name} 审批', { name: audit.actingFor })}</Tag>}
      </div>
      {audit.reason !== '' && <Alert type="warning" showIcon title={audit.reason} />}
      <Figures audit={audit} />
      <Files files={audit.files} />
      <Changes audit={audit} />
      {isAsked && <AnswerForm key={`${audit.currentProcessId} ${audit.round}`} at={at} audit={audit} />}
      <ApplicantActions at={at} audit={audit} />
      {steps.data !== undefined && <FlowSteps steps={steps.data} />}
      {log.data === undefined ? <Skeleton active paragraph={{ rows: 3 }} title={false} /> : <Log log={log.data} />}
    </div>
  )
}

function Figures({ audit }: { audit: AuditProcess }) {
  const shown = audit.figures.filter(one => one.value !== '')
  if (shown.length === 0) return null
  return (
    <Descriptions
      size="small"
      column={{ xs: 1, sm: 2 }}
      items={shown.map((one, i) => ({ key: i, label: one.title, children: one.value }))}
    />
  )
}

const Files = ({ files }: Pick<FlowLogRow, 'files'>) =>
  files.length === 0 ? null : (
    <ul className="zg-file-rows">
      {files.map(file => (
        <FileItem key={file.id} file={file} isTile={false} />
      ))}
    </ul>
  )

/** What is asked for, field by field. */
function Changes({ audit }: { audit: AuditProcess }) {
  if (audit.changes.length === 0) return null
  return (
    <section aria-label={t('申请内容')}>
      <h3>{t('申请内容')}</h3>
      <ul className="zg-approval-changes">
        {audit.changes.map(one => (
          <li key={one.title}>
            <span className="zg-approval-field">{one.title}</span>
            {one.before !== '' && <del>{one.before}</del>}
            <ins>{one.after === '' ? t('（空）') : one.after}</ins>
          </li>
        ))}
      </ul>
    </section>
  )
}

const stepStatus = ['wait', 'process', 'finish', 'wait'] as const

function FlowSteps({ steps }: { steps: readonly FlowProcessRow[] }) {
  return (
    <section aria-label={t('审批步骤')}>
      <h3>{t('审批步骤')}</h3>
      <Steps
        orientation="vertical"
        size="small"
        items={steps.map(one => ({
          title: one.processName,
          status: stepStatus[one.state],
          content: one.state === 3 ? t('跳过') : one.approvers.join(t('、')),
        }))}
      />
    </section>
  )
}

const logColor = (state: number): string =>
  state === 2 || state === 19 ? 'green' : state === 3 || state === 18 ? 'red' : state === 1 ? 'blue' : 'gray'

function Log({ log }: { log: readonly FlowLogRow[] }) {
  return (
    <section aria-label={t('审批记录')}>
      <h3>{t('审批记录')}</h3>
      <Timeline items={log.map(row => ({ key: row.id, color: logColor(row.state), content: <LogLine row={row} /> }))} />
    </section>
  )
}

function LogLine({ row }: { row: FlowLogRow }) {
  const by = row.actingFor === '' ? row.person : t('{name}（代 {other}）', { name: row.person, other: row.actingFor })
  return (
    <div className="zg-approval-log">
      <div>
        <b>{by}</b> {row.stateName} {row.processName !== '' && <span className="zg-approval-quiet">{row.processName}</span>}
      </div>
      <div className="zg-approval-quiet">{showInstant(row.endedAt ?? row.startedAt)}</div>
      {row.opinion !== '' && <p>{row.opinion}</p>}
      <Files files={row.files} />
      {row.changed.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('他审批之后记录有变化')}
          description={row.changed.map(one => `${one.title}：${one.before} → ${one.after}`).join(t('；'))}
        />
      )}
    </div>
  )
}
