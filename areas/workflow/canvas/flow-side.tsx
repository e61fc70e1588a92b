/** Beside the drawing of a flow: what is chosen, what the check found, the trial. */
import { Badge, Tabs } from 'antd'
import type { FlowForm } from '#platform/declare/wire-approval.ts'
import { nodeOf } from '#platform/format/flow-graph.ts'
import { t } from '#platform/web/i18n/t.ts'
import { EdgePanel } from './edge-panel.tsx'
import { FaultList } from './fault-list.tsx'
import { FlowPanel } from './flow-panel.tsx'
import { NodePanel, type PanelProps } from './node-panel.tsx'
import { onlyNode, type Selection } from './selection.tsx'
import { TrialPanel } from './trial-panel.tsx'
import type { Draft, Side } from './use-draft.tsx'
import type { Checked } from './use-faults.tsx'

interface FlowSideProps {
  readonly formCode: string
  readonly form: FlowForm | undefined
  readonly draft: Draft
  readonly checked: Checked
  readonly isOpen: boolean
  readonly name: string
  readonly onName: (name: string) => void
}

export function FlowSide({ formCode, form, draft, checked, isOpen, name, onName }: FlowSideProps) {
  const { now, selection, side, found, put, select, goTo, setSide, setFound } = draft
  const faults = checked.faults ?? []
  const errors = faults.filter(one => one.level === 'error').length
  const panel: PanelProps = { flow: now, form, isOpen, onChange: put, onSelect: select }
  return (
    <Tabs
      className="zg-flow-side"
      size="small"
      activeKey={side}
      onChange={key => setSide(key as Side)}
      items={[
        { key: 'parts', label: t('属性'), children: <Chosen {...panel} selection={selection} name={name} onName={onName} /> },
        {
          key: 'faults',
          label: (
            <Badge size="small" count={faults.length} offset={[8, -2]} color={errors > 0 ? 'red' : 'orange'}>
              {t('检查')}
            </Badge>
          ),
          children: <FaultList flow={now} {...checked} onJump={goTo} />,
        },
        {
          key: 'trial',
          label: t('试走'),
          children: (
            <TrialPanel formCode={formCode} form={form} flow={now} found={found} onFound={setFound} onJump={id => goTo(onlyNode(id), id)} />
          ),
        },
      ]}
    />
  )
}

interface ChosenProps extends PanelProps {
  readonly selection: Selection
  readonly name: string
  readonly onName: (name: string) => void
}
/** What is chosen, as its panel; several or nothing: the whole flow. */
function Chosen({ selection, name, onName, ...panel }: ChosenProps) {
  const [id, ...others] = selection.nodes
  const [edgeId, ...otherEdges] = selection.edges
  const node = id === undefined ? undefined : nodeOf(panel.flow, id)
  const edge = edgeId === undefined ? undefined : panel.flow.edges[Number(edgeId)]
  if (others.length + otherEdges.length > 0 || (node !== undefined && edge !== undefined))
    return <p>{t('选中了 {count} 项；按删除键一起删除', { count: selection.nodes.length + selection.edges.length })}</p>
  if (node !== undefined) return <NodePanel key={node.id} node={node} {...panel} />
  if (edge !== undefined) return <EdgePanel key={`${edge.from} ${edge.to}`} edge={edge} at={Number(edgeId)} {...panel} />
  return <FlowPanel name={name} onName={onName} {...panel} />
}
