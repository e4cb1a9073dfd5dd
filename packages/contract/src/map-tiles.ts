/** The satellite look of the map: the last open release of EOX' cloudless Sentinel-2 picture, CC BY 4.0. */
export const SATELLITE_TILES =
  'https://tiles.maps.eox.at/wmts/1.0.0/s2cloudless_3857/default/g/{z}/{y}/{x}.jpg'
/** Where its tiles come from, for the content security policy. */
export const SATELLITE_ORIGIN = 'https://tiles.maps.eox.at'
