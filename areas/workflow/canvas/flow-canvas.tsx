/** A flow drawn: nodes are moved, connected and taken away with the mouse, a finger or the keyboard. What it shows, its owner holds. */
import {
  Background,
  BackgroundVariant,
  ConnectionLineType,
  Controls,
  MarkerType,
  MiniMap,
  ReactFlow,
  type Connection,
  type EdgeChange,
  type FinalConnectionState,
  type NodeChange,
  type NodeSelectionChange,
  type ReactFlowInstance,
} from '@xyflow/react'
import { replaceEqualDeep } from '@tanstack/react-query'
import '@xyflow/react/dist/base.css'
import { startTransition, useEffect, useMemo, useRef, useState, type MouseEvent } from 'react'
import type { FlowDefinition } from '#platform/declare/flow.ts'
import type { FlowForm, FlowFault, Simulation } from '#platform/declare/wire-approval.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { useIsMobile } from '#platform/web/page/use-is-mobile.ts'
import { connect, moveNodes, reconnect, remove, whyNoEdge, type Point } from './flow-graph.tsx'
import { layoutOf } from './flow-layout.tsx'
import { drawnEdges, drawnNodes, dataOfNodes, edgeTypes, nodeTypes, type DrawnEdge, type DrawnNode } from './drawn.tsx'
import { noEdgeText } from './flow-words.tsx'
import { onlyEdge, onlyNode, type Selection } from './selection.tsx'

export interface FlowCanvasProps {
  readonly flow: FlowDefinition
  readonly form: FlowForm | undefined
  /** absent: it is read only */
  readonly onChange?: (flow: FlowDefinition, of?: string) => void
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  readonly faults: readonly FlowFault[]
  readonly found: Simulation | null
  /** the node to bring into sight; another object, again */
  readonly jump: { readonly id: string } | null
}

const [zoomMin, zoomMax] = [0.1, 1.6]
const fit = { padding: 0.12, maxZoom: 1, minZoom: zoomMin }
const jumpMs = 200
/** fewer are seen at once */
const minimapFrom = 12
const deleteKeys = ['Delete', 'Backspace']
const marker = { type: MarkerType.ArrowClosed, width: 16, height: 16 }
const noMoves: ReadonlyMap<string, Point> = new Map()

const labels = () => ({
  'node.a11yDescription.default': t('按回车选择节点，按删除键删除'),
  'node.a11yDescription.keyboardDisabled': t('按回车选择节点，选中后用方向键移动，按删除键删除'),
  'node.a11yDescription.ariaLiveMessage': ({ x, y }: { x: number; y: number }) => t('已移到 {x}，{y}', { x, y }),
  'edge.a11yDescription.default': t('按回车选择连线，按删除键删除'),
  'controls.ariaLabel': t('画布'),
  'controls.zoomIn.ariaLabel': t('放大'),
  'controls.zoomOut.ariaLabel': t('缩小'),
  'controls.fitView.ariaLabel': t('适应画布'),
  'minimap.ariaLabel': t('缩略图'),
  'handle.ariaLabel': t('拖到另一个节点，连起来'),
})

export default function FlowCanvas(props: FlowCanvasProps) {
  const { flow, onSelect, jump } = props
  const isMobile = useIsMobile()
  const instance = useRef<ReactFlowInstance<DrawnNode, DrawnEdge> | null>(null)
  const drawn = useDrawn(props)
  const { isOpen, ...handlers } = useEdits(props, drawn, isMobile)

  useEffect(() => {
    if (jump !== null) void instance.current?.fitView({ nodes: [{ id: jump.id }], maxZoom: 1, duration: jumpMs })
  }, [jump])
  return (
    <ReactFlow<DrawnNode, DrawnEdge>
      className="zg-canvas"
      nodes={drawn.nodes as DrawnNode[]}
      edges={drawn.edges as DrawnEdge[]}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      {...handlers}
      onInit={one => (instance.current = one)}
      // what is chosen already is shown again
      onNodeClick={(event, { id }) => isPlain(event) && onSelect(onlyNode(id))}
      onEdgeClick={(event, { id }) => isPlain(event) && onSelect(onlyEdge(Number(id)))}
      isValidConnection={({ source, target }) => whyNoEdge(flow, source, target) === null}
      nodesDraggable={isOpen}
      // what is dragged is chosen when it is clicked: its form is not drawn in the first frames of the drag
      selectNodesOnDrag={false}
      nodesConnectable={isOpen}
      edgesReconnectable={isOpen}
      deleteKeyCode={isOpen ? deleteKeys : null}
      connectionLineType={ConnectionLineType.SmoothStep}
      minZoom={zoomMin}
      maxZoom={zoomMax}
      fitView
      fitViewOptions={fit}
      panOnScroll
      zoomOnDoubleClick={false}
      preventScrolling
      ariaLabelConfig={labels()}
      proOptions={{ hideAttribution: false }}
    >
      <Background variant={BackgroundVariant.Dots} gap={20} size={1} />
      <Controls showInteractive={false} fitViewOptions={fit} />
      {flow.nodes.length >= minimapFrom && !isMobile && <MiniMap pannable zoomable ariaLabel={t('缩略图')} />}
    </ReactFlow>
  )
}

/** Nodes and edges as they are drawn; those that are being moved, where the pointer has them. */
function useDrawn({ flow, form, selection, faults, found }: FlowCanvasProps) {
  const [moving, setMoving] = useState(noMoves)
  const laidOut = useMemo(() => layoutOf(flow), [flow])
  const data = useMemo(() => dataOfNodes(flow, form, faults, found), [flow, form, faults, found])
  const still = useEqual(useMemo(() => drawnNodes(flow, laidOut.places, data, selection), [flow, laidOut, data, selection]))
  const nodes = useMemo(
    () =>
      moving.size === 0
        ? still
        : still.map(node => {
            const position = moving.get(node.id)
            return position === undefined ? node : { ...node, position }
          }),
    [still, moving],
  )
  const isMoving = moving.size > 0
  const edges = useEqual(
    useMemo(
      () => drawnEdges(flow, form, { bends: isMoving ? new Map() : laidOut.bends, faults, found, selection, marker }),
      [flow, form, laidOut, isMoving, faults, found, selection],
    ),
  )
  return { nodes, edges, places: laidOut.places, moving, setMoving }
}

/** The value, where each part that equals what was drawn before is that object: a node or an edge that did not change is not drawn anew. */
function useEqual<Value>(next: Value): Value {
  const [drawn, setDrawn] = useState(next)
  const value = replaceEqualDeep(drawn, next) as Value
  if (value !== drawn) setDrawn(value)
  return value
}

/** What a pointer or a key does to the flow and to what is chosen of it. */
function useEdits(props: FlowCanvasProps, drawn: ReturnType<typeof useDrawn>, isMobile: boolean) {
  const { flow, onChange, selection, onSelect } = props
  const { places, moving, setMoving } = drawn
  const isOpen = onChange !== undefined && !isMobile
  const select = (kind: keyof Selection, changes: readonly NodeSelectionChange[]): void => {
    if (changes.length > 0) onSelect(marked(selection, kind, changes))
  }
  const onNodesChange = (changes: NodeChange<DrawnNode>[]): void => {
    const moves = changes.flatMap(change => (change.type === 'position' && change.position !== undefined ? [change] : []))
    if (isOpen && moves.length > 0) {
      const next = new Map([...moving, ...moves.map(move => [move.id, move.position as Point] as const)])
      if (moves.some(move => move.dragging === true)) setMoving(next)
      else
        // the editor around the canvas follows in pieces: the frame of the drop is not held up by it
        startTransition(() => {
          setMoving(noMoves)
          // where the others stand is kept as well: the layout would move them
          onChange(moveNodes(flow, new Map([...places, ...next])), moving.size === 0 ? 'moved by keys' : undefined)
        })
    }
    select(
      'nodes',
      changes.filter(change => change.type === 'select'),
    )
  }
  const onEdgesChange = (changes: EdgeChange<DrawnEdge>[]): void =>
    select(
      'edges',
      changes.filter(change => change.type === 'select'),
    )
  const onBeforeDelete = async (gone: { readonly nodes: readonly DrawnNode[]; readonly edges: readonly DrawnEdge[] }): Promise<boolean> => {
    const chosen = gone.edges.filter(edge => selection.edges.includes(edge.id)).map(edge => Number(edge.id))
    onChange?.(
      remove(
        flow,
        gone.nodes.map(node => node.id),
        chosen,
      ),
    )
    onSelect({ nodes: [], edges: [] })
    // the flow is what was changed: the canvas draws what it has become
    return false
  }
  const onConnect = ({ source, target }: Connection): void => onChange?.(connect(flow, source, target))
  const onConnectEnd = (_: unknown, { fromNode, toNode, fromHandle }: FinalConnectionState): void => {
    if (fromNode === null || toNode === null) return
    const [from, to] = fromHandle?.type === 'target' ? [toNode.id, fromNode.id] : [fromNode.id, toNode.id]
    // dragged onto a node, beside its handle
    const why = whyNoEdge(flow, from, to)
    if (why === null) onChange?.(connect(flow, from, to))
    else if (why !== 'twice' || !justConnected(flow, from, to)) feedback.warning(noEdgeText(why))
  }
  const onReconnect = (edge: DrawnEdge, { source, target }: Connection): void =>
    onChange?.(reconnect(flow, Number(edge.id), source, target))
  return { isOpen, onNodesChange, onEdgesChange, onBeforeDelete, onConnect, onConnectEnd, onReconnect }
}

/** What is chosen after nodes or edges were marked and unmarked. */
function marked(selection: Selection, kind: keyof Selection, changes: readonly NodeSelectionChange[]): Selection {
  const ids = new Set(selection[kind])
  for (const { id, selected } of changes) {
    if (selected) ids.add(id)
    else ids.delete(id)
  }
  return { ...selection, [kind]: [...ids] }
}

/** With a key, what is clicked is added to what is chosen. */
const isPlain = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean => !ctrlKey && !metaKey && !shiftKey

/** The end of a drag is told after the edge was drawn. */
const justConnected = (flow: FlowDefinition, from: string, to: string): boolean =>
  flow.edges.at(-1)?.from === from && flow.edges.at(-1)?.to === to
