/** The tools of a list on a phone: behind one button at the end of its only row. They stay mounted, so that their dialogs outlive it. */
import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { ListDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { presentOrders, withOrders, type ListState } from '../values/list-state.ts'

/** What a panel opens over it is still within it. */
const overlays = '.ant-popover, .ant-dropdown, .ant-select-dropdown, .ant-modal-root, .ant-drawer, .ant-picker-dropdown'

function useOutside(isOpen: boolean, close: () => void) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return undefined
    const onDown = ({ target }: PointerEvent): void => {
      if (target instanceof Element && root.current?.contains(target) !== true && target.closest(overlays) === null) close()
    }
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') close()
    }
    document.addEventListener('pointerdown', onDown)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onDown)
      document.removeEventListener('keydown', onKey)
    }
  }, [isOpen, close])
  return root
}

export function PhoneTools({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const root = useOutside(isOpen, () => setOpen(false))
  return (
    <div className="zg-phone-tools" ref={root}>
      <Button
        icon={<EllipsisOutlined aria-hidden />}
        aria-label={t('更多操作')}
        title={t('更多操作')}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      <div className="zg-phone-panel" hidden={!isOpen}>
        {children}
      </div>
    </div>
  )
}

interface PhoneSortProps {
  readonly definition: ListDefinition
  readonly state: ListState
  readonly onState: (state: ListState) => void
}

/** Cards have no heads to click. */
export function PhoneSort({ definition, state, onState }: PhoneSortProps) {
  if (definition.sortList.length === 0) return null
  const [order] = presentOrders(state, definition.defaultSort)
  return (
    <Select
      aria-label={t('排序')}
      placeholder={t('排序')}
      popupMatchSelectWidth={false}
      value={order === undefined ? null : `${order.field} ${order.way}`}
      options={definition.sortList.flatMap(({ field, title }) => [
        { value: `${field} DESC`, label: t('{title} 从大到小', { title }) },
        { value: `${field} ASC`, label: t('{title} 从小到大', { title }) },
      ])}
      onChange={value => {
        const [field = '', way] = value.split(' ')
        onState(withOrders(state, [{ field, way: way === 'ASC' ? 'ASC' : 'DESC' }]))
      }}
    />
  )
}
