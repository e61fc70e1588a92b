/** The nodes of a flow one below the other: the way through it on a phone, and without a canvas. */
import { ExclamationCircleFilled, PlusOutlined, WarningFilled } from '@ant-design/icons'
import { Button } from 'antd'
import type { FlowDefinition } from '#platform/declare/flow.ts'
import type { FlowFault, FlowForm, Simulation } from '#platform/declare/wire-approval.ts'
import { t } from '#platform/web/i18n/t.ts'
import { inOrder } from './flow-graph.tsx'
import { approverText, conditionFields, conditionsText, kindTitles, modeTitles } from './flow-words.tsx'
import { onlyNode, type Selection } from './selection.tsx'

interface StepListProps {
  readonly flow: FlowDefinition
  readonly form: FlowForm | undefined
  readonly faults: readonly FlowFault[]
  readonly found: Simulation | null
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  /** absent: it is read only */
  readonly onAdd?: (after: string) => void
}

export function StepList({ flow, form, faults, found, selection, onSelect, onAdd }: StepListProps) {
  const fields = conditionFields(form)
  const names = new Map(flow.nodes.map(node => [node.id, node.name]))
  return (
    <ol className="zg-steps">
      {inOrder(flow).map(node => {
        const own = faults.filter(one => one.node === node.id)
        const asked = found?.steps.find(step => step.processId === node.id)
        const out = flow.edges.filter(edge => edge.from === node.id)
        return (
          <li
            key={node.id}
            className="zg-steps-one"
            data-selected={selection.nodes.includes(node.id) || undefined}
            data-lit={asked && true}
          >
            <button type="button" className="zg-steps-open" onClick={() => onSelect(onlyNode(node.id))}>
              <span className="zg-canvas-name">
                {asked !== undefined && <b className="zg-canvas-order">{asked.order}</b>}
                {node.name === '' ? t('未命名') : node.name}
                <span className="zg-approval-quiet">{kindTitles[node.kind]()}</span>
              </span>
              {node.kind === 'step' && (
                <span className="zg-approval-quiet">
                  {asked === undefined
                    ? `${node.approvers.map(one => approverText(one, form)).join(t('、'))} · ${modeTitles[node.mode]()}`
                    : asked.approvers.map(one => one.name).join(t('、'))}
                </span>
              )}
              {(out.length > 1 || out.some(edge => (edge.when ?? []).length > 0)) &&
                out.map(edge => (
                  <span key={edge.to} className="zg-approval-quiet">
                    → {names.get(edge.to) ?? edge.to}
                    {(edge.when ?? []).length > 0 && ` · ${conditionsText(edge.when, fields)}`}
                  </span>
                ))}
              {own.map(one => (
                <span key={one.message} className="zg-steps-fault" data-level={one.level}>
                  {one.level === 'error' ? <ExclamationCircleFilled aria-hidden /> : <WarningFilled aria-hidden />} {one.message}
                </span>
              ))}
            </button>
            {onAdd !== undefined && node.kind !== 'end' && (
              <Button
                size="small"
                type="text"
                icon={<PlusOutlined aria-hidden />}
                aria-label={t('在“{name}”之后添加步骤', { name: node.name })}
                onClick={() => onAdd(node.id)}
              />
            )}
          </li>
        )
      })}
    </ol>
  )
}
