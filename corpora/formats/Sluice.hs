-- |
-- Module: Sluice
-- Description: Levels of a sluice, after <https://www.basin.example/papers/levels.pdf a paper of 1998>.
--
-- See also <http://hackage.basin.example/package/tides-1.2/docs/Data-Tides.html>, and
-- "Data.Tides" (https://www.basin.example/tides/).
module Sluice (level, base) where

-- $url
-- > open "https://www.basin.example/api"

base :: String
base = "https://api.basin.example:8443/v1" ++ "/levels"

{- Historical: http://www.basin.example/~ines/old/sluice.html#levels
   (no longer maintained). -}
level :: Int -> String
level n = base ++ "?n=" ++ show n -- https://www.basin.example/issues/17
