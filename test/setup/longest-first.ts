/** Files in the order of their size, as vitest has them where it knows no times; first those that take longer than their size says. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short files with a long way to go: begun last, one of them ran a minute alone. */
const longest = ['clicks', 'languages', 'forms'].map(name => `/test/e2e/${name}.e2e.ts`)

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean => longest.some(name => moduleId.endsWith(name))
    return [...bySize.filter(isLong), ...bySize.filter(file => !isLong(file))]
  }
}
