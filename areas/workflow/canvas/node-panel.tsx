/** One node of a flow: whom it asks and how, where it leads, what may be done there. */
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button, Form, Input, InputNumber, Select, Switch } from 'antd'
import { useId } from 'react'
import type { FlowDefinition, FlowNode, FormMode, StepNode } from '#platform/declare/flow.ts'
import { leaveWays, nodeOf, stepModes } from '#platform/format/flow-graph.ts'
import type { FlowForm } from '#platform/declare/wire-approval.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ApproversControl } from './approvers-control.tsx'
import { changeNode, connect, moveEdge, remove, whyNoEdge } from './flow-graph.tsx'
import { conditionFields, conditionsText, formModeTitles, kindTitles, leaveTitles, modeTitles } from './flow-words.tsx'
import { nothing, onlyEdge, type Selection } from './selection.tsx'

export interface PanelProps {
  readonly flow: FlowDefinition
  readonly form: FlowForm | undefined
  readonly isOpen: boolean
  readonly onChange: (flow: FlowDefinition, of?: string) => void
  readonly onSelect: (selection: Selection) => void
}

const [nameMax, hoursMax] = [60, 2_000]

export function NodePanel({ node, ...panel }: PanelProps & { readonly node: FlowNode }) {
  const { flow, isOpen, onChange, onSelect } = panel
  const id = useId()
  const put = (changed: FlowNode, of?: string): void =>
    onChange(changeNode(flow, changed), of === undefined ? undefined : `${of} ${node.id}`)
  const isFixed = node.kind === 'start' || node.kind === 'end'
  const ways = node.kind === 'step' ? leaveWays : (['first', 'all'] as const)
  return (
    <Form layout="vertical" component={false} disabled={!isOpen}>
      <h3>{kindTitles[node.kind]()}</h3>
      <Form.Item label={t('名称')} htmlFor={`${id}-name`}>
        <Input
          id={`${id}-name`}
          maxLength={nameMax}
          value={node.name}
          status={node.name.trim() === '' ? 'error' : ''}
          onChange={event => put({ ...node, name: event.target.value }, 'name')}
        />
      </Form.Item>
      {node.kind === 'step' && <StepParts step={node} put={put} id={id} {...panel} />}
      {node.kind !== 'end' && (
        <>
          <Form.Item label={t('之后怎样走')} htmlFor={`${id}-leave`}>
            <Select
              id={`${id}-leave`}
              value={node.leave}
              options={ways.map(value => ({ value, label: leaveTitles[value]() }))}
              onChange={leave => put({ ...node, leave } as FlowNode)}
            />
          </Form.Item>
          <Ways node={node} {...panel} />
        </>
      )}
      {isOpen && !isFixed && (
        <Button
          danger
          icon={<DeleteOutlined aria-hidden />}
          onClick={() => {
            onChange(remove(flow, [node.id]))
            onSelect(nothing)
          }}
        >
          {t('删除节点')}
        </Button>
      )}
    </Form>
  )
}

/** Edges out of the node in the order in which they are tried; the way to connect without a mouse. */
function Ways({ node, flow, form, isOpen, onChange, onSelect }: PanelProps & { readonly node: FlowNode }) {
  const fields = conditionFields(form)
  const out = flow.edges.flatMap((edge, at) => (edge.from === node.id ? [{ ...edge, at }] : []))
  const targets = flow.nodes.filter(one => whyNoEdge(flow, node.id, one.id) === null)
  return (
    <div className="zg-ways" role="group" aria-label={t('去向')}>
      <h4>{t('去向')}</h4>
      {out.map(({ at, to, name = '', when }, i) => (
        <div key={at} className="zg-way">
          <Button type="link" disabled={false} onClick={() => onSelect(onlyEdge(at))}>
            {nodeOf(flow, to)?.name ?? to}
          </Button>
          <span className="zg-approval-quiet">{name === '' ? conditionsText(when, fields) : name}</span>
          {isOpen && (
            <>
              {out.length > 1 && (
                <>
                  <Button
                    size="small"
                    type="text"
                    disabled={i === 0}
                    icon={<ArrowUpOutlined aria-hidden />}
                    aria-label={t('上移')}
                    onClick={() => onChange(moveEdge(flow, at, -1))}
                  />
                  <Button
                    size="small"
                    type="text"
                    disabled={i === out.length - 1}
                    icon={<ArrowDownOutlined aria-hidden />}
                    aria-label={t('下移')}
                    onClick={() => onChange(moveEdge(flow, at, 1))}
                  />
                </>
              )}
              <Button
                size="small"
                type="text"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t('删除到“{name}”的连线', { name: nodeOf(flow, to)?.name ?? to })}
                onClick={() => onChange(remove(flow, [], [at]))}
              />
            </>
          )}
        </div>
      ))}
      {isOpen && targets.length > 0 && (
        <Select
          aria-label={t('连到')}
          placeholder={t('连到…')}
          showSearch={{ optionFilterProp: 'label' }}
          value={null}
          options={targets.map(one => ({ value: one.id, label: one.name === '' ? t('未命名') : one.name }))}
          onChange={(to: string | null) => {
            if (to !== null) onChange(connect(flow, node.id, to))
          }}
        />
      )}
    </div>
  )
}

interface StepPartsProps extends PanelProps {
  readonly step: StepNode
  readonly put: (node: FlowNode, of?: string) => void
  readonly id: string
}

function StepParts({ step, put, id, form, isOpen }: StepPartsProps) {
  return (
    <>
      <Form.Item label={t('审批人')}>
        <ApproversControl
          title={t('审批人')}
          form={form}
          value={step.approvers}
          disabled={!isOpen}
          onChange={approvers => put({ ...step, approvers })}
        />
      </Form.Item>
      <div className="zg-flow-row">
        <Form.Item label={t('通过方式')} htmlFor={`${id}-mode`}>
          <Select
            id={`${id}-mode`}
            value={step.mode}
            options={stepModes.map(value => ({ value, label: modeTitles[value]() }))}
            onChange={mode => {
              const { share, ...rest } = step
              put(mode === 'share' ? { ...rest, mode, share: share ?? 50 } : { ...rest, mode })
            }}
          />
        </Form.Item>
        {step.mode === 'share' && (
          <Form.Item label={t('比例（%）')} htmlFor={`${id}-share`}>
            <InputNumber
             controls={false}
              controls={false}
              id={`${id}-share`}
              min={1}
              max={100}
              precision={0}
              value={step.share ?? null}
              onChange={next => {
                // empty while it is typed: the check asks for it
                const { share: _, ...rest } = step
                put(next === null ? rest : { ...rest, share: next }, 'share')
              }}
            />
          </Form.Item>
        )}
      </div>
      <Limit step={step} put={put} id={id} />
      <div className="zg-switches">
        <Flag label={t('可退回上一步')} checked={step.allowBack} onChange={allowBack => put({ ...step, allowBack })} />
        <Flag label={t('可退回申请人')} checked={step.allowBackStart} onChange={allowBackStart => put({ ...step, allowBackStart })} />
        <Flag label={t('可转交')} checked={step.allowTransfer !== false} onChange={allowTransfer => put({ ...step, allowTransfer })} />
        <Flag
          label={t('可加签')}
          checked={step.allowCountersign !== false}
          onChange={allowCountersign => put({ ...step, allowCountersign })}
        />
      </div>
      <Opened step={step} put={put} form={form} isOpen={isOpen} />
    </>
  )
}

export function Flag({ label, checked, onChange }: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  const id = useId()
  return (
    <span className="zg-switch">
      <Switch id={id} size="small" checked={checked} onChange={onChange} />
      <label htmlFor={id}>{label}</label>
    </span>
  )
}

function Limit({ step, put, id }: Pick<StepPartsProps, 'step' | 'put' | 'id'>) {
  const { limit, ...rest } = step
  return (
    <>
      <div className="zg-flow-row">
        <Form.Item label={t('时限（工作小时）')} htmlFor={`${id}-hours`}>
          <InputNumber
           controls={false}
            controls={false}
            id={`${id}-hours`}
            min={0.1}
            max={hoursMax}
            value={limit?.hours ?? null}
            onChange={hours => put(hours === null ? rest : { ...rest, limit: { ...limit, hours } }, 'hours')}
          />
        </Form.Item>
        {limit !== undefined && (
          <Form.Item label={t('提前几小时提醒')} htmlFor={`${id}-remind`}>
            <InputNumber
             controls={false}
              controls={false}
              id={`${id}-remind`}
              min={0.1}
              max={hoursMax}
              value={limit.remindHours ?? null}
              onChange={remindHours => {
                const { remindHours: _, ...others } = limit
                put({ ...rest, limit: remindHours === null ? others : { ...others, remindHours } }, 'remind')
              }}
            />
          </Form.Item>
        )}
      </div>
      {limit !== undefined && (
        <Flag
          label={t('超时由上级审批')}
          checked={limit.escalate === true}
          onChange={escalate => put({ ...rest, limit: { ...limit, escalate } })}
        />
      )}
    </>
  )
}

/** What of the record the step opens or hides; fields without a line are read. */
function Opened({ step, put, form, isOpen }: Pick<StepPartsProps, 'step' | 'put' | 'form' | 'isOpen'>) {
  const set = step.forms ?? []
  const { forms: _, ...rest } = step
  const putForms = (forms: NonNullable<StepNode['forms']>): void => put(forms.length === 0 ? rest : { ...rest, forms })
  const left = form?.fields.filter(one => !set.some(each => each.field === one.field)) ?? []
  return (
    <div className="zg-ways" role="group" aria-label={t('字段权限')}>
      <h4>{t('字段权限')}</h4>
      {set.map(({ field, mode }) => {
        const known = form?.fields.find(one => one.field === field)
        const title = known?.title ?? field
        const modes = ([0, 1, 2, 3] as const).filter(one => one < 2 || known?.isOpen === 1 || one === mode)
        return (
          <div key={field} className="zg-way">
            <span className="zg-way-name">{title}</span>
            <Select
              size="small"
              aria-label={t('“{field}”的权限', { field: title })}
              value={mode}
              options={modes.map(value => ({ value, label: formModeTitles[value]() }))}
              onChange={(next: FormMode) => putForms(set.map(one => (one.field === field ? { field, mode: next } : one)))}
            />
            {isOpen && (
              <Button
                size="small"
                type="text"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t('“{field}”恢复只读', { field: title })}
                onClick={() => putForms(set.filter(one => one.field !== field))}
              />
            )}
          </div>
        )
      })}
      {set.length === 0 && <span className="zg-approval-quiet">{t('所有字段只读')}</span>}
      {isOpen && left.length > 0 && (
        <Select
          aria-label={t('开放或隐藏字段')}
          placeholder={t('开放或隐藏字段…')}
          showSearch={{ optionFilterProp: 'label' }}
          value={null}
          options={left.map(one => ({ value: one.field, label: one.title }))}
          onChange={(field: string | null) => {
            const isOpenable = form?.fields.find(one => one.field === field)?.isOpen === 1
            if (field !== null) putForms([...set, { field, mode: isOpenable ? 2 : 0 }])
          }}
        />
      )}
    </div>
  )
}
