/** The demo company's money. */
export { demoLinesDefault, importDemoFiles, unusedSeed, type DemoImport, type ImportedDemo } from './import-demo.ts'
export { readDemoShops } from './read-shops.ts'
