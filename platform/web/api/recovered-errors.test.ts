import { expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { reportRecovered } from './recovered-errors.ts'

const failed = new ApiError(5000, '服务器内部错误', null, 500)
test.each([
  ['a failed call that a second drawing asked again', new Error('recovered', { cause: failed }), false],
  ['a failed call itself', failed, false],
  ['a defect', new Error('recovered', { cause: new TypeError('x is undefined') }), true],
  ['what is no error', 'x', true],
])('%s', (_what, error, isReported) => {
  const report = vi.fn<(error: unknown) => void>()
  reportRecovered(error, report)
  expect(report.mock.calls).toEqual(isReported ? [[error]] : [])
})
