/** Maps one kind to a finance item: from which month on, and which months' figures that alters, before it is confirmed. */
import { Button, Radio, Select, Table } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { addMonths } from '#platform/format/dates.ts'
import { showMoney } from '#platform/format/money.ts'
import { showNumber } from '#platform/format/numbers.ts'
import type { Option } from '#platform/declare/wire.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed } from '#platform/web/values/list-notices.tsx'
import { ignoreShownRefusal } from '#platform/web/api/ignore-shown-refusal.ts'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import { DatePicker } from '#platform/web/widgets/date-pickers.tsx'
import { itemGroups } from '../../base/finance-item-classes.tsx'
import {
  beginning,
  kindName,
  kindWords,
  saveMapping,
  useAlteredMonths,
  useMoved,
  type AlteredMonth,
  type MovedAmount,
  type QueuedKind,
} from './type-map-data.tsx'
import { suggestionWords } from './type-map-columns.tsx'
import { pageSteps } from '#platform/web/widgets/page-steps.tsx'

interface MappingDialogProps {
  readonly kind: QueuedKind
  readonly items: readonly Option[]
  /** whether a mapping in force may be changed, and one from another month on be added */
  readonly canEdit: boolean
  readonly canAdd: boolean
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** What the first choice of the time is called. */
function wholeTitle(kind: QueuedKind): string {
  if (kind.validFrom === null || kind.validFrom === beginning) return t('从最早起，所有月份')
  return t('从 {month} 起（现有映射的生效月份）', { month: kind.validFrom })
}

export function MappingDialog({ kind, items, canEdit, canAdd, onClose, onSaved }: MappingDialogProps) {
  const altered = useAlteredMonths(kind.kindId)
  const since = useSince(kind, kind.id === null ? canAdd : canEdit, altered.data?.list ?? [])
  const { isWhole, month } = since
  const [item, setItem] = useState<string | null>(kind.item === null ? null : String(kind.item))
  const [busy, setBusy] = useState(false)
  const from = isWhole ? kind.validFrom : month
  const moved = useMoved(kind.kindId, item, from)
  const months = moved.data?.list ?? (altered.data?.list ?? []).filter(one => from === null || one.month >= from)
  const { suggestion } = kind
  const isSame = isWhole && item === String(kind.item ?? '')
  const save = async (): Promise<void> => {
    if (item === null) return
    setBusy(true)
    try {
      await saveMapping({ kind, item, from: isWhole ? null : month })
      feedback.success(t('映射已保存，利润随之更新'))
      onClose()
    } finally {
      setBusy(false)
      // after a conflict too: the queue shows what the other person saved
      onSaved()
    }
  }
  return (
    <TabModal
      open
      width={600}
      title={kind.id === null ? t('映射费用类型') : t('修改映射')}
      okText={t('确认映射')}
      cancelText={t('取消')}
      confirmLoading={busy}
      okButtonProps={{ disabled: item === null || isSame || (!isWhole && month === null) || altered.data === undefined }}
      onOk={() => void ignoreShownRefusal(save())}
      onCancel={onClose}
    >
      <div className="zg-type-mapping">
        <div>
          <strong>{kindName(kind)}</strong>
          <div className="zg-type-mapping-words">{kindWords(kind)}</div>
        </div>
        <label>
          <span>{t('财务科目')}</span>
          <Select
            aria-label={t('财务科目')}
            placeholder={t('请选择财务科目')}
            showSearch={{ optionFilterProp: 'label' }}
            value={item}
            options={itemGroups(items).map(one => ({ label: one.label, options: [...one.options] }))}
            onChange={setItem}
          />
        </label>
        {suggestion !== null && (
          <p>
            {t('建议')}: {suggestionWords(suggestion, items)}{' '}
            <Button type="link" size="small" onClick={() => setItem(String(suggestion.item))}>
              {t('采用')}
            </Button>
          </p>
        )}
        <Since kind={kind} canAdd={canAdd} since={since} />
        {altered.isError ? (
          <RowsFailed error={altered.error} onRetry={() => void altered.refetch()} />
        ) : (
          <AlteredMonths months={months} items={items} loading={altered.data === undefined} />
        )}
      </div>
    </TabModal>
  )
}

/** From when on: null months mean the whole time of the mapping in force, which money in closed months forbids. */
function useSince(kind: QueuedKind, may: boolean, months: readonly AlteredMonth[]) {
  const [chosen, setWhole] = useState<boolean | null>(null)
  const [picked, setMonth] = useState<string | null>(null)
  /** last closed month that has money of this kind */
  const closed = months.filter(one => one.closed && (kind.validFrom === null || one.month >= kind.validFrom)).at(-1)?.month
  const mayWhole = may && closed === undefined
  return {
    closed,
    mayWhole,
    isWhole: mayWhole && chosen !== false,
    month: picked ?? (closed === undefined ? null : addMonths(closed, 1)),
    setWhole,
    setMonth,
  }
}

interface SinceProps {
  readonly kind: QueuedKind
  readonly canAdd: boolean
  readonly since: ReturnType<typeof useSince>
}

/** From which month on the mapping holds. */
function Since({ kind, canAdd, since }: SinceProps) {
  const { closed, mayWhole, isWhole, month, setWhole, setMonth } = since
  return (
    <>
      <Radio.Group
        aria-label={t('生效月份')}
        value={isWhole}
        onChange={event => setWhole(event.target.value === true)}
        options={[
          { value: true, label: wholeTitle(kind), disabled: !mayWhole },
          { value: false, label: t('从指定月份起'), disabled: !canAdd },
        ]}
      />
      {!isWhole && (
        <DatePicker
          picker="month"
          format="YYYY-MM"
          aria-label={t('指定月份')}
          minDate={closed === undefined ? undefined : dayjs(addMonths(closed, 1))}
          allowClear={closed === undefined}
          value={month === null ? null : dayjs(month)}
          onChange={day => setMonth(day === null ? null : day.format('YYYY-MM'))}
        />
      )}
      {closed !== undefined && <p>{t('{month} 及以前已结账，保留原来的映射', { month: closed })}</p>}
    </>
  )
}

interface AlteredMonthsProps {
  readonly months: readonly (AlteredMonth | MovedAmount)[]
  readonly items: readonly Option[]
  readonly loading: boolean
}

function AlteredMonths({ months, items, loading }: AlteredMonthsProps) {
  const nameOf = (item: number | null): string =>
    item === null ? t('未映射') : (items.find(one => String(one.value) === String(item))?.label ?? '')
  const isTold = months.some(one => 'to' in one)
  const count = new Set(months.map(one => one.month)).size
  return (
    <section>
      <p>
        {loading ? t('加载中') : count === 0 ? t('这些月份还没有这类金额，不改变已有利润') : t('将改变 {count} 个月的利润：', { count })}
      </p>
      {count > 0 && (
        <Table<AlteredMonth | MovedAmount>
          size="small"
          rowKey={one => `${one.month} ${one.currency} ${'from' in one ? String(one.from) : ''}`}
          dataSource={[...months]}
          pagination={{ pageSize: 6, size: 'small', hideOnSinglePage: true, showSizeChanger: false, itemRender: pageSteps }}
          columns={[
            { title: t('月份'), dataIndex: 'month' },
            { title: t('币种'), dataIndex: 'currency' },
            ...(isTold
              ? [
                  {
                    title: t('科目变化'),
                    render: (_: unknown, one: AlteredMonth | MovedAmount) => ('to' in one ? `${nameOf(one.from)} → ${nameOf(one.to)}` : ''),
                  },
                ]
              : []),
            { title: t('行数'), align: 'right', render: (_, one) => showNumber(String(one.lines)) },
            {
              title: t('金额'),
              align: 'right',
              render: (_, one) => (
                <span className={one.amount.startsWith('-') ? 'zg-figure zg-negative' : 'zg-figure'} title={one.amount}>
                  {showMoney(one.amount)}
                </span>
              ),
            },
          ]}
        />
      )}
    </section>
  )
}
