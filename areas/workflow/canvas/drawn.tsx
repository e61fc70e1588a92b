/** Nodes and edges of a flow as the canvas draws them. */
import { CheckCircleFilled, ExclamationCircleFilled, WarningFilled } from '@ant-design/icons'
import {
  BaseEdge,
  EdgeLabelRenderer,
  Handle,
  Position,
  getSmoothStepPath,
  type Edge,
  type EdgeMarker,
  type EdgeProps,
  type Node,
  type NodeProps,
} from '@xyflow/react'
import { memo } from 'react'
import type { FlowDefinition, FlowNode } from '#platform/declare/flow.ts'
import { endId, startId } from '#platform/format/flow-graph.ts'
import type { FlowFault, FlowForm, Simulation } from '#platform/declare/wire-approval.ts'
import { t } from '#platform/web/i18n/t.ts'
import type { Point } from './flow-graph.tsx'
import { radius, sizeOf } from './flow-layout.tsx'
import { approverText, conditionFields, conditionsText, kindTitles, modeTitles } from './flow-words.tsx'
import type { Selection } from './selection.tsx'

interface NodeData extends Record<string, unknown> {
  readonly kind: FlowNode['kind']
  readonly name: string
  readonly detail: string
  readonly level: FlowFault['level'] | null
  readonly faults: string
  /** the trial came here: in this order, or not */
  readonly lit: number | null
  readonly isTried: boolean
}
export type DrawnNode = Node<NodeData, 'flow'>
interface EdgeData extends Record<string, unknown> {
  readonly label: string
  readonly level: FlowFault['level'] | null
  readonly isLit: boolean
  readonly isTried: boolean
  readonly points: readonly Point[]
}
export type DrawnEdge = Edge<EdgeData, 'flow'>

const worst = (faults: readonly FlowFault[]): FlowFault['level'] | null =>
  faults.some(one => one.level === 'error') ? 'error' : faults.length > 0 ? 'warning' : null

export function dataOfNodes(
  flow: FlowDefinition,
  form: FlowForm | undefined,
  faults: readonly FlowFault[],
  found: Simulation | null,
): ReadonlyMap<string, NodeData> {
  const byNode = Map.groupBy(faults, one => one.node)
  const tried = new Map(found?.steps.map(step => [step.processId, step]))
  const way = new Set((found?.way ?? []).flatMap(at => [flow.edges[at]?.from, flow.edges[at]?.to]))
  return new Map(
    flow.nodes.map(node => {
      const own = byNode.get(node.id) ?? []
      const step = tried.get(node.id)
      const data: NodeData = {
        kind: node.kind,
        name: node.name,
        detail: step === undefined ? detailOf(node, form) : step.approvers.map(one => one.name).join(t('、')),
        level: worst(own),
        faults: own.map(one => one.message).join('\n'),
        lit: step?.order ?? (way.has(node.id) && node.kind !== 'step' ? 0 : null),
        isTried: found !== null,
      }
      return [node.id, data]
    }),
  )
}

function detailOf(node: FlowNode, form: FlowForm | undefined): string {
  if (node.kind !== 'step') return ''
  const who = node.approvers.map(one => approverText(one, form)).join(t('、'))
  return who === '' ? t('没有审批人') : node.mode === 'any' ? who : `${who} · ${modeTitles[node.mode]()}`
}

/** Where edges begin and end: told at once, so that nothing is measured before it is drawn. */
const handlesOf = (width: number, height: number, id: string): NonNullable<DrawnNode['handles']> => [
  ...(id === startId ? [] : [{ type: 'target' as const, position: Position.Top, x: width / 2 - 5, y: -5, width: 10, height: 10 }]),
  ...(id === endId ? [] : [{ type: 'source' as const, position: Position.Bottom, x: width / 2 - 5, y: height - 5, width: 10, height: 10 }]),
]

export function drawnNodes(
  flow: FlowDefinition,
  places: ReadonlyMap<string, Point>,
  data: ReadonlyMap<string, NodeData>,
  selection: Selection,
): readonly DrawnNode[] {
  const chosen = new Set(selection.nodes)
  return flow.nodes.flatMap((node): DrawnNode[] => {
    const [position, own] = [places.get(node.id), data.get(node.id)]
    if (position === undefined || own === undefined) return []
    const { width, height } = sizeOf(node)
    return [
      {
        id: node.id,
        type: 'flow',
        position,
        data: own,
        width,
        height,
        measured: { width, height },
        handles: handlesOf(width, height, node.id),
        selected: chosen.has(node.id),
        deletable: node.kind !== 'start' && node.kind !== 'end',
        ariaLabel: `${kindTitles[node.kind]()} ${node.name}`,
      },
    ]
  })
}

interface EdgesDrawn {
  readonly bends: ReadonlyMap<number, readonly Point[]>
  readonly faults: readonly FlowFault[]
  readonly found: Simulation | null
  readonly selection: Selection
  readonly marker: EdgeMarker
}
export function drawnEdges(
  flow: FlowDefinition,
  form: FlowForm | undefined,
  { bends, faults, found, selection, marker }: EdgesDrawn,
): readonly DrawnEdge[] {
  const fields = conditionFields(form)
  const chosen = new Set(selection.edges)
  const way = new Set(found?.way)
  const known = new Set(flow.nodes.map(node => node.id))
  const names = new Map(flow.nodes.map(node => [node.id, node.name]))
  return flow.edges.flatMap(({ from, to, name = '', when }, i): DrawnEdge[] => {
    if (!known.has(from) || !known.has(to)) return []
    const level = worst(faults.filter(one => one.edge === i))
    const isLit = way.has(i)
    const isChosen = chosen.has(String(i))
    return [
      {
        id: String(i),
        type: 'flow',
        source: from,
        target: to,
        selected: isChosen,
        zIndex: isLit || isChosen ? 1 : 0,
        markerEnd: { ...marker, color: colourOf({ level, isLit, isChosen }) },
        data: {
          label: name === '' ? conditionsText(when, fields) : name,
          level,
          isLit,
          isTried: found !== null,
          points: bends.get(i) ?? [],
        },
        ariaLabel: t('从“{from}”到“{to}”的连线', { from: names.get(from) ?? from, to: names.get(to) ?? to }),
      },
    ]
  })
}

const colourOf = ({ level, isLit, isChosen }: { level: string | null; isLit: boolean; isChosen: boolean }): string =>
  isChosen
    ? 'var(--ant-color-primary)'
    : level === 'error'
      ? 'var(--ant-color-error)'
      : isLit
        ? 'var(--ant-color-success)'
        : 'var(--ant-color-text-quaternary)'

const DrawnFlowNode = memo(function DrawnFlowNode({ data, selected }: NodeProps<DrawnNode>) {
  const { kind, name, detail, level, faults, lit, isTried } = data
  return (
    <div
      className="zg-canvas-node"
      data-kind={kind}
      data-level={level ?? undefined}
      data-selected={selected || undefined}
      data-lit={lit === null ? undefined : true}
      data-quiet={(isTried && lit === null) || undefined}
      title={faults === '' ? undefined : faults}
    >
      {kind !== 'start' && <Handle type="target" position={Position.Top} />}
      <span className="zg-canvas-name">
        {lit !== null && (lit === 0 ? <CheckCircleFilled aria-label={t('经过')} /> : <b className="zg-canvas-order">{lit}</b>)}
        {name === '' ? t('未命名') : name}
      </span>
      {detail !== '' && <span className="zg-canvas-detail">{detail}</span>}
      {level === 'error' && <ExclamationCircleFilled className="zg-canvas-fault" aria-label={t('有问题')} />}
      {level === 'warning' && <WarningFilled className="zg-canvas-fault" aria-label={t('有提醒')} />}
      {kind !== 'end' && <Handle type="source" position={Position.Bottom} />}
    </div>
  )
})

/** Through all points, from one to the next over the middle between them. */
function through(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (first === undefined) return ''
  let path = `M${first.x},${first.y}`
  for (const [i, at] of rest.entries()) {
    const next = rest[i + 1]
    path += next === undefined ? `L${at.x},${at.y}` : `Q${at.x},${at.y} ${(at.x + next.x) / 2},${(at.y + next.y) / 2}`
  }
  return path
}

const DrawnFlowEdge = memo(function DrawnFlowEdge(props: EdgeProps<DrawnEdge>) {
  const { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, selected = false, markerEnd = '', data } = props
  const { label = '', level = null, isLit = false, isTried = false, points = [] } = data ?? {}
  const isBent = points.length > 0
  const [step, labelX, labelY] = getSmoothStepPath({
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition,
    targetPosition,
    borderRadius: radius,
  })
  const path = isBent ? through([{ x: sourceX, y: sourceY }, ...points, { x: targetX, y: targetY }]) : step
  const at = points[Math.floor(points.length / 2)] ?? { x: labelX, y: labelY }
  const colour = colourOf({ level, isLit, isChosen: selected })
  return (
    <>
      <BaseEdge
        path={path}
        markerEnd={markerEnd}
        interactionWidth={24}
        style={{ stroke: colour, strokeWidth: isLit || selected ? 2 : 1.5, opacity: isTried && !isLit ? 0.4 : 1 }}
      />
      {label !== '' && (
        <EdgeLabelRenderer>
          <span
            className="zg-canvas-label nodrag nopan"
            data-level={level ?? undefined}
            style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)` }}
            title={label}
          >
            {label}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  )
})

export const nodeTypes = { flow: DrawnFlowNode }
export const edgeTypes = { flow: DrawnFlowEdge }
