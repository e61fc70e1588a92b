import { render, screen } from '@testing-library/react'
import { Suspense, useState } from 'react'
import { expect, test } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

function Field({ label }: { label: string }) {
  const [text, setText] = useState('')
  return <input aria-label={label} value={text} onChange={event => setText(event.target.value)} />
}

const shown = (Part: ReturnType<typeof lazyPart<{ label: string }>>, label: string) => (
  <Suspense fallback={<p>正在加载</p>}>
    <Part label={label} />
  </Suspense>
)

test('asked for ahead and there: drawn at once, without the fallback', async () => {
  const Part = lazyPart(() => Promise.resolve({ default: Field }))
  await Part.ahead()
  render(shown(Part, '名称'))
  expect(screen.queryByText('正在加载')).toBeNull()
  expect(screen.getByLabelText('名称')).toBeTruthy()
})

test('not there yet: the fallback, then the part; what stands keeps its state when it is drawn again', async () => {
  const Part = lazyPart(() => Promise.resolve({ default: Field }))
  const { rerender } = render(shown(Part, '名称'))
  expect(screen.getByText('正在加载')).toBeTruthy()
  const field = await screen.findByLabelText('名称')
  rerender(shown(Part, '品名'))
  expect(screen.getByLabelText('品名')).toBe(field)
})

test('what fails ahead is asked for again when it is drawn', async () => {
  let tries = 0
  const Part = lazyPart<{ label: string }>(() =>
    (tries += 1) === 1 ? Promise.reject(new TypeError('gone')) : Promise.resolve({ default: Field }),
  )
  await Part.ahead()
  render(shown(Part, '名称'))
  expect(await screen.findByLabelText('名称')).toBeTruthy()
})
