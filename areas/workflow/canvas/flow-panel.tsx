/** What holds of the whole flow: when it is needed, who gets a copy, who may what. */
import { Form, Input, InputNumber, Select } from 'antd'
import { useId } from 'react'
import type { FlowDefinition } from '#platform/declare/flow.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ReferenceSelect } from '#platform/web/values/reference-select.tsx'
import { ApproversControl } from './approvers-control.tsx'
import { ConditionsControl } from './conditions-control.tsx'
import { conditionFields } from './flow-words.tsx'
import { Flag, type PanelProps } from './node-panel.tsx'

const [nameMax, hoursMax] = [100, 2_000]

interface FlowPanelProps extends PanelProps {
  readonly name: string
  readonly onName: (name: string) => void
}

function without(flow: FlowDefinition, key: keyof FlowDefinition): FlowDefinition {
  const { [key]: _, ...rest } = flow
  return rest as FlowDefinition
}

export function FlowPanel({ name, onName, flow, form, isOpen, onChange }: FlowPanelProps) {
  const id = useId()
  return (
    <Form layout="vertical" component={false} disabled={!isOpen}>
      <h3>{t('整个流程')}</h3>
      <Form.Item label={t('流程名称')} htmlFor={`${id}-name`} required>
        <Input
          id={`${id}-name`}
          maxLength={nameMax}
          value={name}
          status={name.trim() === '' ? 'error' : ''}
          onChange={event => onName(event.target.value)}
        />
      </Form.Item>
      <Form.Item label={t('什么时候需要审批（没有条件：总是）')}>
        <ConditionsControl
          title={t('什么时候需要审批')}
          fields={conditionFields(form)}
          value={flow.needed ?? []}
          disabled={!isOpen}
          onChange={needed => onChange(needed.length === 0 ? without(flow, 'needed') : { ...flow, needed })}
        />
      </Form.Item>
      <Copies flow={flow} form={form} isOpen={isOpen} onChange={onChange} />
      <div className="zg-switches">
        <Flag
          label={t('同一人连续审批自动通过')}
          checked={flow.samePerson === 'pass'}
          onChange={checked => onChange({ ...flow, samePerson: checked ? 'pass' : 'ask' })}
        />
        <Flag label={t('允许审批自己的申请')} checked={flow.ownRequest} onChange={ownRequest => onChange({ ...flow, ownRequest })} />
      </div>
      <Form.Item label={t('可催办（工作小时后）')} htmlFor={`${id}-urge`}>
        <InputNumber
          controls={false}
          id={`${id}-urge`}
          min={0.1}
          max={hoursMax}
          value={flow.urgeHours ?? null}
          onChange={urgeHours => onChange(urgeHours === null ? without(flow, 'urgeHours') : { ...flow, urgeHours }, 'urge')}
        />
      </Form.Item>
      <Form.Item label={t('流程管理员')} htmlFor={`${id}-admins`}>
        <ReferenceSelect
          id={`${id}-admins`}
          target="employee"
          multiple
          maxTagCount={5}
          placeholder={t('不填：有流程权限的人')}
          disabled={!isOpen}
          value={flow.adminIds ?? []}
          onChange={adminIds => onChange(adminIds.length === 0 ? without(flow, 'adminIds') : { ...flow, adminIds })}
        />
      </Form.Item>
    </Form>
  )
}

/** Who gets a copy, and when. */
function Copies({ flow, form, isOpen, onChange }: Pick<PanelProps, 'flow' | 'form' | 'isOpen' | 'onChange'>) {
  const id = useId()
  return (
    <>
      <Form.Item label={t('抄送')}>
        <ApproversControl
          title={t('抄送')}
          form={form}
          value={flow.cc ?? []}
          disabled={!isOpen}
          onChange={cc => onChange(cc.length === 0 ? without(flow, 'cc') : { ...flow, cc })}
        />
      </Form.Item>
      {(flow.cc ?? []).length > 0 && (
        <Form.Item label={t('什么时候抄送')} htmlFor={`${id}-cc`}>
          <Select
            id={`${id}-cc`}
            value={flow.ccAt ?? 'end'}
            options={[
              { value: 'start', label: t('提交时') },
              { value: 'end', label: t('审批结束时') },
            ]}
            onChange={ccAt => onChange({ ...flow, ccAt })}
          />
        </Form.Item>
      )}
    </>
  )
}
