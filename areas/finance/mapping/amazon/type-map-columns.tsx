/** Columns of the mapping queue. */
import { ExclamationCircleOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Option } from '#platform/declare/wire.ts'
import type { GridColumn } from '#platform/web/grid/grid-columns.ts'
import { t } from '#platform/web/i18n/t.ts'
import { beginning, kindName, kindWords, platforms, reportFamilies, type QueuedKind } from './type-map-data.tsx'

/** Mapped by a person, not built in. */
const byPerson = 2

/** A row of the queue: known by its kind, for it may have no mapping yet. */
export interface KindRow {
  readonly id: string
  readonly kind: QueuedKind
}

/** Told by a sign and a word, the colour only helps. */
export function Unmapped({ text }: { text: string }) {
  return (
    <span className="zg-unmapped">
      <ExclamationCircleOutlined aria-hidden /> {text}
    </span>
  )
}

/** A column of words; `node`: how they stand in the cell where they are not plain. */
const worded = (
  key: string,
  name: string,
  width: number,
  words: (kind: QueuedKind) => string,
  node?: (kind: QueuedKind) => ReactNode,
): GridColumn<KindRow> => ({
  key,
  name,
  width,
  render: ({ kind }) =>
    node?.(kind) ?? (
      <span className="zg-text" title={words(kind)}>
        {words(kind)}
      </span>
    ),
  shown: ({ kind }) => words(kind),
  copy: ({ kind }) => ({ text: words(kind), isText: true }),
})

const sourceOf = ({ source }: QueuedKind): string => (source === null ? '' : source === byPerson ? t('人工') : t('系统内置'))
const sinceOf = ({ validFrom }: QueuedKind): string => (validFrom === beginning ? t('最早') : (validFrom ?? ''))

/** A suggestion names the item, and the kind whose word is the same or similar. */
export function suggestionWords({ item, why, from }: NonNullable<QueuedKind['suggestion']>, items: readonly Option[]): string {
  const name = items.find(one => String(one.value) === String(item))?.label ?? ''
  return why === 'same' ? t('{name}（同词：{from}）', { name, from }) : t('{name}（近似：{from}）', { name, from })
}

export function kindColumns(items: readonly Option[]): GridColumn<KindRow>[] {
  const itemOf = ({ id, item }: QueuedKind): string =>
    id === null ? t('未映射') : (items.find(one => String(one.value) === String(item))?.label ?? '')
  const suggested = ({ suggestion }: QueuedKind): string => (suggestion === null ? '' : suggestionWords(suggestion, items))
  return [
    { ...worded('kind', t('费用类型'), 220, kindName), pin: 'left', card: 'title' },
    {
      ...worded('family', t('报告'), 90, ({ family }) => reportFamilies().find(one => one.value === family)?.label ?? ''),
      card: 'subtitle',
    },
    { ...worded('words', t('文件中的写法'), 250, kindWords), card: 'subtitle' },
    { ...worded('item', t('财务科目'), 130, itemOf, kind => (kind.id === null ? <Unmapped text={t('未映射')} /> : null)), card: 'amount' },
    { ...worded('since', t('生效月份'), 90, sinceOf), card: 'subtitle' },
    worded('source', t('来源'), 90, sourceOf),
    worded('suggestion', t('建议'), 200, suggested),
    worded('platform', t('平台'), 80, ({ platform }) => platforms().find(one => one.value === platform)?.label ?? ''),
  ]
}

interface ActionColumn {
  readonly canAdd: boolean
  readonly canEdit: boolean
  readonly canRemove: boolean
  readonly onMap: (kind: QueuedKind) => void
  readonly onRemove: (kind: QueuedKind) => void
}

export function actionColumn({ canAdd, canEdit, canRemove, onMap, onRemove }: ActionColumn): GridColumn<KindRow> {
  return {
    key: 'zg-actions',
    name: t('操作'),
    width: 120,
    pin: 'right',
    isFixed: true,
    render: ({ kind }) => (
      <span className="zg-row-actions">
        {(kind.id === null ? canAdd : canAdd || canEdit) && (
          <Button type="link" size="small" onClick={() => onMap(kind)}>
            {kind.id === null ? t('映射') : t('修改')}
          </Button>
        )}
        {kind.id !== null && kind.source === byPerson && canRemove && (
          <Button type="link" size="small" danger onClick={() => onRemove(kind)}>
            {t('删除')}
          </Button>
        )}
      </span>
    ),
  }
}
