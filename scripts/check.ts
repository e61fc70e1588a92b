import { runTool, skippedCode } from './run-step.ts'

/** Everything that is checked without running the product. Ends with `N passed, N failed`, then `, N skipped` of what nobody could ask. */
const steps: { title: string; tool: string; args: string[] }[] = [
  { title: '代码规则（oxlint）', tool: 'oxlint', args: ['--type-aware'] },
  { title: '排版（oxfmt，修正用 npx oxfmt）', tool: 'oxfmt', args: ['--check', '.'] },
  { title: '类型：服务端', tool: 'tsc', args: ['-p', 'tsconfig.json'] },
  { title: '类型：浏览器', tool: 'tsc', args: ['-p', 'tsconfig.web.json'] },
  { title: '引用规则', tool: 'scripts/laws.ts', args: [] },
  { title: '行长', tool: 'scripts/line-length.ts', args: [] },
  { title: '无用的文件、导出与依赖（knip）', tool: 'knip', args: ['--no-progress'] },
  { title: '依赖的已知漏洞（npm audit）', tool: 'scripts/audit-dependencies.ts', args: [] },
]

let failed = 0
let skipped = 0
for (const { title, tool, args } of steps) {
  console.log(`检查 ${title}`)
  const code = runTool(tool, args)
  if (code === skippedCode) {
    skipped += 1
    console.log(`跳过 ${title}`)
  } else if (code !== 0) {
    failed += 1
    console.log(`不通过 ${title}`)
  }
}
const counts = `${steps.length - failed - skipped} passed, ${failed} failed`
console.log(skipped === 0 ? counts : `${counts}, ${skipped} skipped`)
process.exitCode = failed === 0 ? 0 : 1
