/** A card of a dashboard: which report, what of it, and how it is drawn. */
import { useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Select } from 'antd'
import { useMemo } from 'react'
import type { ReportDefinition } from '#platform/declare/wire.ts'
import type { DashboardCard, MeasureLook, PeriodName } from '#platform/declare/wire-dashboards.ts'
import { t } from '#platform/web/i18n/t.ts'
import { definitionQuery } from '#platform/web/values/use-list-definition.ts'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import { useShell } from '#platform/web/page/shell-context.ts'
import { lookTitles, periodTitles } from './words.tsx'

interface CardForm {
  readonly title: string
  readonly report: string
  readonly look: MeasureLook
  readonly measures: readonly string[]
  readonly by?: readonly string[]
  readonly period: PeriodName
  readonly currency: 'shop' | 'CNY'
  readonly compare?: 'before' | 'yearBefore' | 'none'
  readonly limit?: number | null
}

interface CardDialogProps {
  /** absent: a new one */
  readonly card: DashboardCard | null
  readonly newKey: string
  readonly onDone: (card: DashboardCard) => void
  readonly onClose: () => void
}

/** looks that go by dimensions, and how many they need */
const sides: Readonly<Record<MeasureLook, number>> = { figure: 0, line: 0, funnel: 0, bar: 1, map: 1, ranking: 1, table: 1, heat: 2 }
const sizes: Readonly<Record<MeasureLook, readonly [width: number, height: number]>> = {
  figure: [3, 1],
  line: [6, 2],
  bar: [6, 2],
  map: [6, 2],
  funnel: [4, 2],
  heat: [6, 2],
  ranking: [4, 2],
  table: [6, 2],
}
const begins = { look: 'figure', period: 'last30', currency: 'CNY', compare: 'before', limit: 10 } as const
const optionsOf = (titles: Readonly<Record<string, string>>) => Object.entries(titles).map(([value, label]) => ({ value, label }))

export function CardDialog({ card, newKey, onDone, onClose }: CardDialogProps) {
  const { routes } = useShell()
  const [form] = Form.useForm<CardForm>()
  const reports = useMemo(
    () =>
      routes.flatMap(({ menu }) => {
        const name = /^report\/(\w+)$/.exec(menu.component ?? '')?.[1]
        return name === undefined ? [] : [{ value: name, label: menu.meta.title }]
      }),
    [routes],
  )
  const report = Form.useWatch('report', form) as string | undefined
  const look = Form.useWatch('look', form) as MeasureLook | undefined
  const { data } = useQuery({ ...definitionQuery(report ?? ''), enabled: report !== undefined, throwOnError: false })
  const measure = card?.measure
  const save = ({ title, report: name, look: drawn, measures, by = [], period, currency, compare, limit }: CardForm): void => {
    const [width, height] = card === null ? sizes[drawn] : [card.width, card.height]
    onDone({
      key: card?.key ?? newKey,
      title: title.trim(),
      width,
      height,
      measure: {
        report: name,
        look: drawn,
        measures,
        by: by.slice(0, sides[drawn]),
        ...(measure?.where === undefined || measure.report !== name ? {} : { where: measure.where }),
        period,
        currency,
        ...(compare === undefined || compare === 'none' ? {} : { compare }),
        ...(limit === undefined || limit === null ? {} : { limit }),
      },
    })
    onClose()
  }
  return (
    <TabModal open title={card === null ? t('添加卡片') : t('编辑卡片')} okText={t('确定')} onOk={() => form.submit()} onCancel={onClose}>
      <Form<CardForm>
        form={form}
        layout="vertical"
        initialValues={measure === undefined ? begins : { ...begins, ...measure, compare: measure.compare ?? 'none', title: card?.title }}
        onFinish={save}
      >
        <Form.Item name="report" label={t('报表')} rules={[{ required: true }]}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={reports}
            onChange={() => form.setFieldsValue({ measures: [], by: [] })}
            notFoundContent={t('没有可以查看的报表')}
          />
        </Form.Item>
        <Form.Item name="look" label={t('图形')} rules={[{ required: true }]}>
          <Select options={optionsOf(lookTitles())} />
        </Form.Item>
        <WhatItems definition={data?.report ?? null} needed={sides[look ?? 'figure']} />
        <Form.Item name="title" label={t('卡片名称')} rules={[{ required: true, whitespace: true }]}>
          <Input maxLength={50} />
        </Form.Item>
        <HowItems hasLimit={['bar', 'ranking', 'table'].includes(look ?? '')} />
      </Form>
    </TabModal>
  )
}

/** Measures, and the dimensions that the look goes by. */
function WhatItems({ definition, needed }: { readonly definition: ReportDefinition | null; readonly needed: number }) {
  return (
    <>
      <Form.Item name="measures" label={t('指标')} rules={[{ required: true }]}>
        <Select
          mode="multiple"
          maxCount={10}
          showSearch={{ optionFilterProp: 'label' }}
          options={definition?.measures.filter(one => one.class !== 'none').map(one => ({ value: one.name, label: one.title })) ?? []}
        />
      </Form.Item>
      {needed > 0 && (
        <Form.Item
          name="by"
          label={t('维度')}
          rules={[{ required: true, type: 'array', len: needed, message: t('请选择 {count} 个维度', { count: needed }) }]}
        >
          <Select
            mode="multiple"
            maxCount={needed}
            showSearch={{ optionFilterProp: 'label' }}
            options={definition?.dimensions.map(one => ({ value: one.name, label: one.title })) ?? []}
          />
        </Form.Item>
      )}
    </>
  )
}

function HowItems({ hasLimit }: { readonly hasLimit: boolean }) {
  return (
    <>
      <Form.Item name="period" label={t('期间')} rules={[{ required: true }]}>
        <Select options={optionsOf(periodTitles())} />
      </Form.Item>
      <Form.Item name="currency" label={t('币种')}>
        <Select
          options={[
            { value: 'CNY', label: t('折合人民币') },
            { value: 'shop', label: t('店铺币种') },
          ]}
        />
      </Form.Item>
      <Form.Item name="compare" label={t('对比')}>
        <Select
          options={[
            { value: 'none', label: t('不对比') },
            { value: 'before', label: t('与上一期比') },
            { value: 'yearBefore', label: t('与去年同期比') },
          ]}
        />
      </Form.Item>
      {hasLimit && (
        <Form.Item name="limit" label={t('行数')}>
          <InputNumber controls={false} min={1} max={100} precision={0} />
        </Form.Item>
      )}
    </>
  )
}
