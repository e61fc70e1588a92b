import { render, screen } from '@testing-library/react'
import { Input, Select } from 'antd'
import { expect, test } from 'vitest'
import { clearable, clearableText } from './clearable.tsx'

test('what clears a select and a text field is named in the language of the interface', () => {
  render(
    <>
      <Select aria-label="币种" allowClear={clearable()} value="CNY" options={[{ value: 'CNY', label: '人民币' }]} />
      <Input aria-label="名称" allowClear={clearableText()} defaultValue="灯" />
    </>,
  )
  expect(screen.getAllByRole('button', { name: '清除' })).toHaveLength(2)
  expect(clearable(false)).toBe(false)
})
