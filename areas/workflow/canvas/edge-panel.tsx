/** One edge of a flow: its name, and when it is taken. */
import { DeleteOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { useId } from 'react'
import type { FlowEdge } from '#platform/declare/flow.ts'
import { nodeOf } from '#platform/format/flow-graph.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ConditionsControl } from './conditions-control.tsx'
import { changeEdge, remove } from './flow-graph.tsx'
import { conditionFields } from './flow-words.tsx'
import type { PanelProps } from './node-panel.tsx'
import { nothing, onlyEdge, onlyNode } from './selection.tsx'

const nameMax = 60

export function EdgePanel({
  edge,
  at,
  flow,
  form,
  isOpen,
  onChange,
  onSelect,
}: PanelProps & { readonly edge: FlowEdge; readonly at: number }) {
  const id = useId()
  const nameOf = (node: string): string => nodeOf(flow, node)?.name ?? node
  const put = (changed: FlowEdge, of?: string): void => {
    const next = changeEdge(flow, at, changed)
    onChange(next.flow, of)
    if (next.at !== at) onSelect(onlyEdge(next.at))
  }
  return (
    <Form layout="vertical" component={false} disabled={!isOpen}>
      <h3>{t('连线')}</h3>
      <p className="zg-way">
        <Button type="link" disabled={false} onClick={() => onSelect(onlyNode(edge.from))}>
          {nameOf(edge.from)}
        </Button>
        →
        <Button type="link" disabled={false} onClick={() => onSelect(onlyNode(edge.to))}>
          {nameOf(edge.to)}
        </Button>
      </p>
      <Form.Item label={t('名称')} htmlFor={`${id}-name`}>
        <Input
          id={`${id}-name`}
          maxLength={nameMax}
          value={edge.name ?? ''}
          placeholder={t('不填时显示条件')}
          onChange={event => {
            const { name: _, ...rest } = edge
            put(event.target.value === '' ? rest : { ...rest, name: event.target.value }, `edge ${edge.from} ${edge.to}`)
          }}
        />
      </Form.Item>
      <Form.Item label={t('条件（全部成立才走这条线）')}>
        <ConditionsControl
          title={t('条件')}
          fields={conditionFields(form)}
          value={edge.when ?? []}
          disabled={!isOpen}
          onChange={when => {
            const { when: _, ...rest } = edge
            put(when.length === 0 ? rest : { ...rest, when })
          }}
        />
      </Form.Item>
      {(edge.when ?? []).length === 0 && <p className="zg-approval-quiet">{t('没有条件，总是成立')}</p>}
      {isOpen && (
        <Button
          danger
          icon={<DeleteOutlined aria-hidden />}
          onClick={() => {
            onChange(remove(flow, [], [at]))
            onSelect(nothing)
          }}
        >
          {t('删除连线')}
        </Button>
      )}
    </Form>
  )
}
