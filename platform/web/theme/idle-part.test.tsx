import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { idlePart } from './idle-part.tsx'

afterEach(() => vi.useRealTimers())

test('a part of the frame that cannot be loaded leaves the page alone and comes later', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 })
  let hasLine = false
  const load = vi.fn<() => Promise<{ default: () => string }>>(() =>
    hasLine ? Promise.resolve({ default: () => '任务' }) : Promise.reject(new Error('no line')),
  )
  const Part = idlePart(load, '位置')
  render(
    <p>
      首页 <Part />
    </p>,
  )
  await vi.waitFor(() => expect(load).toHaveBeenCalled(), { timeout: 60_000 })
  expect(screen.getByText('首页 位置')).toBeTruthy()
  hasLine = true
  expect(await screen.findByText('首页 任务')).toBeTruthy()
})
