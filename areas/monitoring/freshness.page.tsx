/** 数据更新: until when the data of each monitored page and shop are there, who answers for them, and who was told. */
import { feedback } from '#platform/web/api/feedback.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Badge, Button, Empty, Form, InputNumber, Segmented, Switch, Table, Tag, Tooltip } from 'antd'
import { useState } from 'react'
import { daysBetween } from '#platform/format/dates.ts'
import { MISSING } from '#platform/format/numbers.ts'
import { api } from '#platform/web/api/client.ts'
import { CardLink } from '#platform/web/cards/card-link.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { ReferenceSelect } from '#platform/web/values/reference-select.tsx'
import { today } from '#platform/web/page/today.ts'
import { useIsMobile } from '#platform/web/page/use-is-mobile.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import type { MonitoredShop, MonitorInfo } from './answers.ts'
import './monitoring.css'

/** of operations.ts, which is the server's */
const editOperation = 3
type Shown = 'late' | 'all'
interface ShopRow extends MonitoredShop {
  readonly menuId: string
  readonly title: string
  readonly path: string
}

export default function FreshnessPage() {
  const { menu, can } = usePage()
  const isMobile = useIsMobile()
  const [shown, setShown] = useState<Shown>('late')
  const [edited, setEdited] = useState<ShopRow | null>(null)
  const { data, error, refetch, isFetching } = useQuery<readonly MonitorInfo[]>({
    queryKey: ['monitor', 'list'],
    queryFn: async ({ signal }) =>
      (await api.post<{ list: readonly MonitorInfo[] }>('/menuSetting/monitorList', { pageSize: 100 }, { signal, quiet: true })).list,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  if (data === undefined)
    return (
      <div className="zg-monitoring">
        <h1>{menu.meta.title}</h1>
        {error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />}
      </div>
    )
  const all = data.flatMap(({ menuId, title, path, shops }) => shops.map((shop): ShopRow => ({ ...shop, menuId, title, path })))
  // what never had data is not used yet, which nobody is told of either
  const late = all.filter(one => one.isWarning === 0 && one.completeUntil !== null)
  return (
    <div className="zg-monitoring">
      <h1>{menu.meta.title}</h1>
      <div className="zg-monitoring-bar">
        <Segmented<Shown>
          aria-label={t('显示')}
          value={shown}
          options={[
            { value: 'late', label: t('逾期 {count}', { count: late.length }) },
            { value: 'all', label: t('全部 {count}', { count: all.length }) },
          ]}
          onChange={setShown}
        />
      </div>
      <Table<ShopRow>
        rowKey={row => `${row.menuId} ${row.shopId ?? ''}`}
        size="small"
        loading={{ spinning: isFetching, delay: 300 }}
        dataSource={shown === 'late' ? late : all}
        columns={[...columns(isMobile), ...(can(editOperation) ? [editColumn(setEdited, isMobile)] : [])]}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 50, showSizeChanger: false, hideOnSinglePage: true }}
        locale={{
          emptyText: (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={shown === 'late' ? t('所有数据都按时更新') : t('没有受监控的页面')} />
          ),
        }}
      />
      {edited !== null && <SettingDialog row={edited} onClose={() => setEdited(null)} />}
    </div>
  )
}

/** On a phone the page stays in sight, at a desk the button. */
const columns = (isMobile: boolean) => [
  {
    title: t('页面'),
    dataIndex: 'title',
    width: isMobile ? 110 : 190,
    ...(isMobile ? { fixed: 'left' as const } : {}),
    render: (title: string, { path }: ShopRow) => <CardLink to={path}>{title}</CardLink>,
  },
  { title: t('监控状态'), key: 'state', width: 130, render: (_: unknown, row: ShopRow) => <State row={row} /> },
  { title: t('店铺'), dataIndex: 'shop', width: 140, render: (shop: string | null) => shop ?? MISSING },
  {
    title: t('数据完整至'),
    dataIndex: 'completeUntil',
    width: 120,
    sorter: (a: ShopRow, b: ShopRow) => ((a.completeUntil ?? '') < (b.completeUntil ?? '') ? -1 : 1),
    render: (day: string | null) => day ?? t('没有数据'),
  },
  {
    title: t('更新周期'),
    key: 'period',
    width: 110,
    render: (_: unknown, { everyDays, isPeriodSet }: ShopRow) => (
      <>
        {t('{days} 天', { days: everyDays })} {isPeriodSet && <ByHand />}
      </>
    ),
  },
  { title: t('来源'), key: 'fetched', width: 200, render: (_: unknown, row: ShopRow) => <Source row={row} /> },
  { title: t('应在此日前更新'), dataIndex: 'dueAt', width: 130, render: (day: string | null) => day ?? MISSING },
  {
    title: t('数据负责人'),
    key: 'owner',
    width: 130,
    render: (_: unknown, { owner, isOwnerSet }: ShopRow) => (
      <>
        {owner ?? t('未指定')} {isOwnerSet && <ByHand />}
      </>
    ),
  },
  { title: t('已升级给'), dataIndex: 'escalatedTo', width: 110, render: (name: string | null) => name ?? MISSING },
]

/** How they come, when next, and what keeps them from it. */
function Source({ row: { fetched, shopId } }: { readonly row: ShopRow }) {
  if (fetched === null) return <>{shopId === null ? MISSING : t('上传')}</>
  if (fetched.fault !== null) return <Badge status="error" text={`${t('同步')} · ${fetched.fault}`} />
  const next = fetched.nextAt === null ? '' : ` · ${t('下次 {at}', { at: showInstant(fetched.nextAt).slice(5, 16) })}`
  return <Badge status="success" text={`${t('同步')}${next}`} />
}

const ByHand = () => (
  <Tooltip title={t('手工指定；未指定时取近 90 天内导入数据的人')}>
    <Tag>{t('手工')}</Tag>
  </Tooltip>
)

const editColumn = (onEdit: (row: ShopRow) => void, isMobile: boolean) => ({
  title: t('操作'),
  key: 'edit',
  ...(isMobile ? {} : { fixed: 'right' as const }),
  width: 70,
  render: (_: unknown, row: ShopRow) => (
    <Button type="link" size="small" onClick={() => onEdit(row)}>
      {t('设置')}
    </Button>
  ),
})

function State({ row: { isWarning, isOff, dueAt } }: { readonly row: ShopRow }) {
  if (!isOff && dueAt === null) return <Badge status="warning" text={t('暂未更新')} />
  if (isOff) return <Badge status="default" text={t('未监控')} />
  if (isWarning !== 0) return <Badge status="success" text={t('正常')} />
  const days = dueAt === null ? 0 : daysBetween(dueAt, today())
  return <Badge status="error" text={days === 0 ? t('预警') : t('逾期 {days} 天', { days })} />
}

interface Wish {
  readonly ownerId: string | null
  readonly everyDays: number | null
  readonly isOff: boolean
}

function SettingDialog({ row, onClose }: { readonly row: ShopRow; readonly onClose: () => void }) {
  const client = useQueryClient()
  const [form] = Form.useForm<Wish>()
  const saved = useMutation({
    mutationFn: (wish: Wish) =>
      api.write('/menuSetting/monitorSet', {
        menuId: row.menuId,
        shopId: row.shopId,
        ownerId: wish.ownerId ?? null,
        everyDays: wish.everyDays ?? null,
        isOff: wish.isOff,
      }),
    onSuccess: async () => {
      feedback.success(t('已保存'))
      await client.invalidateQueries({ queryKey: ['monitor'] })
      onClose()
    },
  })
  return (
    <TabModal
      open
      title={`${row.title}${row.shop === null ? '' : ` · ${row.shop}`}`}
      okText={t('保存')}
      confirmLoading={saved.isPending}
      onCancel={onClose}
      onOk={() => void form.validateFields().then(wish => saved.mutate(wish))}
    >
      <Form<Wish>
        form={form}
        layout="vertical"
        initialValues={{
          ownerId: row.isOwnerSet ? row.ownerId : null,
          everyDays: row.isPeriodSet ? row.everyDays : null,
          isOff: row.isOff,
        }}
      >
        <Form.Item name="ownerId" label={t('数据负责人')} extra={t('留空：近 90 天内导入数据的人')}>
          <ReferenceSelect target="employee" />
        </Form.Item>
        <Form.Item name="everyDays" label={t('更新周期（天）')} extra={t('留空：按页面声明')}>
          <InputNumber controls={false} min={1} max={400} precision={0} className="zg-monitoring-choice" />
        </Form.Item>
        <Form.Item name="isOff" label={t('停止监控')} valuePropName="checked" extra={t('不再有数据，不提醒任何人')}>
          <Switch />
        </Form.Item>
      </Form>
    </TabModal>
  )
}
