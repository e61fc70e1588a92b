/** The month that a page shows or asks for: pressed, it opens 选择年月. */
import { CalendarOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { t } from '../i18n/t.ts'
import { today } from '../page/today.ts'
import { YearMonthModal } from './year-month-modal.tsx'

interface MonthButtonProps {
  readonly years: 'full' | 'long' | 'short'
  /** YYYY-MM; null: none is chosen yet */
  readonly month: string | null
  readonly onChoose: (month: string) => void
}

export function MonthButton({ years, month, onChoose }: MonthButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<CalendarOutlined aria-hidden />} title={t('选择年月')} onClick={() => setOpen(true)}>
        {month ?? t('选择年月')}
      </Button>
      {isOpen && (
        <YearMonthModal
          years={years}
          today={today()}
          {...(month === null ? {} : { value: month })}
          onChoose={next => {
            setOpen(false)
            onChoose(next)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
