/** The filters that the line has no room for: a button that opens their drawer. */
import { FilterOutlined } from '@ant-design/icons'
import { Badge, Button } from 'antd'
import { useState, type ReactNode } from 'react'
import type { FieldDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { useIsMobile } from '../page/use-is-mobile.ts'
import { TabDrawer } from '../page/tab-modal.tsx'
import { FilterControl } from '../filters/filter-control.tsx'

type Values = Readonly<Record<string, string>>

interface MoreButtonProps {
  /** how many of the filters in the drawer are set */
  readonly count: number
  readonly onOpen: () => void
}

export function MoreButton({ count, onOpen }: MoreButtonProps) {
  const isMobile = useIsMobile()
  return (
    <Badge count={count} size="small">
      <Button
        icon={<FilterOutlined aria-hidden />}
        onClick={onOpen}
        {...(isMobile ? { 'aria-label': t('更多筛选'), title: t('更多筛选') } : {})}
      >
        {isMobile ? null : t('更多筛选')}
      </Button>
    </Badge>
  )
}

interface MoreFiltersProps {
  readonly isOpen: boolean
  readonly fields: readonly FieldDefinition[]
  readonly valueOf: (field: FieldDefinition) => string
  /** such a filter is never empty */
  readonly isBound: (field: FieldDefinition) => boolean
  readonly onClose: () => void
  readonly onApply: (values: Values) => void
  /** on a phone what else belongs to the filters */
  readonly end: ReactNode
}

/** The drawer: chosen together and asked for at once. */
export function MoreFilters({ isOpen, fields, valueOf, isBound, end, onClose, onApply }: MoreFiltersProps) {
  const [chosen, setChosen] = useState<Values>({})
  const close = (): void => {
    setChosen({})
    onClose()
  }
  const apply = (values: Values): void => {
    onApply(values)
    close()
  }
  const shown = (field: FieldDefinition): string => chosen[field.field] ?? valueOf(field)
  const resettable = fields.filter(one => !isBound(one) && shown(one) !== '')
  return (
    <TabDrawer
      title={resettable.length === 0 ? t('更多筛选') : t('更多筛选（{count}）', { count: resettable.length })}
      open={isOpen}
      onClose={close}
      size={360}
      footer={
        <div className="zg-filter-actions">
          <Button
            disabled={resettable.length === 0}
            onClick={() => setChosen({ ...chosen, ...Object.fromEntries(resettable.map(one => [one.field, ''])) })}
          >
            {t('重置')}
          </Button>
          <Button type="primary" onClick={() => apply(chosen)}>
            {t('应用')}
          </Button>
        </div>
      }
    >
      <div className="zg-filter-drawer">
        {fields.map(field => (
          <FilterControl
            key={field.field}
            field={field}
            value={shown(field)}
            open
            required={isBound(field)}
            onChange={value => setChosen(before => ({ ...before, [field.field]: value }))}
          />
        ))}
        {end !== null && <div className="zg-filter-drawer-end">{end}</div>}
      </div>
    </TabDrawer>
  )
}
