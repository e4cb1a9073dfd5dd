export { useMapSpots } from './points/use-map-spots.ts'
