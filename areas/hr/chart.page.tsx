/** 组织架构图: departments of any day with head, people and plan; on a phone as indented cards. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Graph, layout } from '@dagrejs/dagre'
import { Background, BackgroundVariant, Controls, Handle, Position, ReactFlow, type Edge, type Node, type NodeProps } from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { Card, Empty, Flex, Tag, Typography } from 'antd'
import dayjs from 'dayjs'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import { useIsMobile } from '#platform/web/page/use-is-mobile.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { DatePicker } from '#platform/web/widgets/date-pickers.tsx'
import type { ChartDepartment, OrgChart } from './answers.ts'
import './chart.css'

interface Drawn extends Record<string, unknown> {
  readonly of: ChartDepartment
  /** with those below */
  readonly total: number
}
type DrawnNode = Node<Drawn, 'department'>

/** three tags take two lines */
const size = { width: 208, height: 112 }
const between = { nodesep: 24, ranksep: 48 }

/** People of a department with those below it. */
function totalsOf(departments: readonly ChartDepartment[]): ReadonlyMap<string, number> {
  const below = Map.groupBy(departments, one => one.parentId)
  const totals = new Map<string, number>()
  const add = (one: ChartDepartment): number => {
    const total = (below.get(one.id) ?? []).reduce((sum, child) => sum + add(child), one.people)
    totals.set(one.id, total)
    return total
  }
  for (const root of below.get(null) ?? []) add(root)
  return totals
}

function drawn(departments: readonly ChartDepartment[]): { readonly nodes: DrawnNode[]; readonly edges: Edge[] } {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'TB', ...between })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of departments) graph.setNode(id, { ...size })
  for (const { id, parentId } of departments) if (parentId !== null && graph.hasNode(parentId)) graph.setEdge(parentId, id)
  layout(graph)
  const totals = totalsOf(departments)
  return {
    nodes: departments.map(of => {
      const { x, y } = graph.node(of.id) as { x: number; y: number }
      const position = { x: x - size.width / 2, y: y - size.height / 2 }
      return { id: of.id, type: 'department', position, ...size, data: { of, total: totals.get(of.id) ?? of.people } }
    }),
    edges: departments.flatMap(({ id, parentId }) =>
      parentId === null ? [] : [{ id: `${parentId}-${id}`, source: parentId, target: id, ariaLabel: t('上级部门'), type: 'smoothstep' }],
    ),
  }
}

/** Opens the assignments of a department on a day. */
const listOf = (id: string, day: string): string => `/hr/assignment?${new URLSearchParams({ 'f.deptId': id, 'f.validOn': day }).toString()}`

function People({ of, total }: Drawn) {
  const isOver = of.planned !== null && of.people > of.planned
  return (
    <Flex gap={4} wrap>
      <Tag>{t('共 {n} 名员工', { n: of.people })}</Tag>
      {total !== of.people && <Tag>{t('含下级 {n}', { n: total })}</Tag>}
      {of.planned !== null && <Tag color={isOver ? 'error' : 'default'}>{t('编制 {n}', { n: of.planned })}</Tag>}
    </Flex>
  )
}

function DepartmentNode({ data }: NodeProps<DrawnNode>) {
  return (
    <div className="zg-org-node">
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <strong title={data.of.name}>{data.of.name}</strong>
      <span>{data.of.head ?? t('没有负责人')}</span>
      <People {...data} />
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </div>
  )
}
const nodeTypes = { department: DepartmentNode }

export default function ChartPage() {
  const { menu } = usePage()
  const isMobile = useIsMobile()
  // until one is chosen: today of the organisation, which the answer names
  const [chosen, setChosen] = useState<string | null>(null)
  const { data, error, refetch } = useQuery<OrgChart>({
    queryKey: ['hr', 'chart', chosen],
    queryFn: ({ signal }) => api.post<OrgChart>('/orgChart/query', chosen === null ? {} : { day: chosen }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  const departments = data?.departments
  const day = chosen ?? data?.day ?? dayjs().format('YYYY-MM-DD')
  return (
    <div className="zg-org">
      <header>
        <Typography.Title level={4}>{menu.meta.title}</Typography.Title>
        <DatePicker aria-label={t('日期')} allowClear={false} value={dayjs(day)} onChange={(_, text) => setChosen(String(text))} />
      </header>
      {departments === undefined ? (
        error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={error} onRetry={() => void refetch()} />
        )
      ) : departments.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('还没有部门，请先在“部门”里建立')} />
      ) : isMobile ? (
        <Cards departments={departments} day={day} />
      ) : (
        <Canvas departments={departments} day={day} />
      )}
    </div>
  )
}

interface Shown {
  readonly departments: readonly ChartDepartment[]
  readonly day: string
}

const labels = () => ({
  'node.a11yDescription.default': t('部门'),
  'node.a11yDescription.keyboardDisabled': t('部门'),
  'edge.a11yDescription.default': t('上级部门'),
  'controls.ariaLabel': t('画布'),
  'controls.zoomIn.ariaLabel': t('放大'),
  'controls.zoomOut.ariaLabel': t('缩小'),
  'controls.fitView.ariaLabel': t('适应画布'),
})

function Canvas({ departments, day }: Shown) {
  const navigate = useNavigate()
  const { nodes, edges } = useMemo(() => drawn(departments), [departments])
  return (
    <div className="zg-org-canvas">
      <ReactFlow<DrawnNode>
        key={day}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        fitView
        minZoom={0.1}
        maxZoom={1.5}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        ariaLabelConfig={labels()}
        onNodeClick={(_, { id }) => void navigate(listOf(id, day))}
        proOptions={{ hideAttribution: true }}
      >
        <Background variant={BackgroundVariant.Dots} />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  )
}

function Cards({ departments, day }: Shown) {
  const totals = totalsOf(departments)
  const below = Map.groupBy(departments, one => one.parentId)
  const lines = (parent: string | null, depth: number): { of: ChartDepartment; depth: number }[] =>
    (below.get(parent) ?? []).flatMap(of => [{ of, depth }, ...lines(of.id, depth + 1)])
  return (
    <Flex vertical gap={8}>
      {lines(null, 0).map(({ of, depth }) => (
        <Card key={of.id} size="small" style={{ marginInlineStart: depth * 16 }} title={of.name} extra={of.head}>
          <Link to={listOf(of.id, day)}>
            <People of={of} total={totals.get(of.id) ?? of.people} />
          </Link>
        </Card>
      ))}
    </Flex>
  )
}
